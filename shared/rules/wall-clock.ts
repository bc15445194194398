import { DAY_MS, MINUTE_MS } from './time.ts'

/**
 * Local time of IANA time zones. A time by the clock on the wall is written as the epoch milliseconds that
 * it would be in UTC.
 */

/** Cached: constructing a formatter costs a hundred times a call. At most one per zone of the world. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  formats.set(zone, made)
  return made
}

/** The time by the clock on the wall at `instant` (epoch ms), in whole minutes. */
export function wallTime(instant: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(instant)
  const number = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(
    number('year'),
    number('month') - 1,
    number('day'),
    number('hour'),
    number('minute'),
  )
}

/**
 * The instant (epoch ms) at which the clock on the wall shows `wall`, in whole minutes: the first of two, and
 * for a time that a change of the clock skips as long after the change as it was skipped (RFC 5545, 3.3.5).
 */
export function instantOf(wall: number, zone: string): number {
  const offsetAt = (instant: number) => wallTime(instant, zone) - instant
  const minute = Math.floor(wall / MINUTE_MS) * MINUTE_MS
  const before = minute - offsetAt(minute - DAY_MS)
  const after = minute - offsetAt(minute + DAY_MS)
  const isShown = (instant: number) => wallTime(instant, zone) === minute
  return isShown(before) || !isShown(after) ? before : after
}
