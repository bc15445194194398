import { DAY_MS, MINUTE_MS } from './time.ts'
import { wallTime } from './wall-clock.ts'

const QUIET_FROM_HOUR = 23
const QUIET_UNTIL_HOUR = 8
const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/** Minutes since local midnight by the clock on the wall, from 0 to 1439. */
const localMinutes = (instant: number, zone: string): number =>
  (wallTime(instant, zone) % DAY_MS) / MINUTE_MS

/** The name of a time zone as ICU spells it, such as `Asia/Seoul`; null for an unknown one. */
export function timeZoneName(zone: string): string | null {
  if (!/^[A-Za-z]/.test(zone)) return null
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/**
 * The end of the quiet hours (23:00 to 08:00 in the IANA zone `zone`) that `now` is in; null outside.
 * Epoch milliseconds. A change of the clock within the night shortens or lengthens the wait.
 */
export function quietUntil(now: number, zone: string): number | null {
  const end = QUIET_UNTIL_HOUR * HOUR_MINUTES
  const local = localMinutes(now, zone)
  if (local >= end && local < QUIET_FROM_HOUR * HOUR_MINUTES) return null
  const wait = (end - local + DAY_MINUTES) % DAY_MINUTES
  const guess = Math.floor(now / MINUTE_MS) * MINUTE_MS + wait * MINUTE_MS
  return guess + (end - localMinutes(guess, zone)) * MINUTE_MS
}
