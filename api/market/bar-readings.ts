import { HOUR_MS } from '#shared/rules/time.ts'
import type { Series } from './series.ts'
import { type Candle, hourOf } from './types.ts'

/** Exchanges may correct an hour shortly after its end, so its bar is read again then (ms). */
const FINAL_AFTER = 5 * 60_000
/** Pause between requests for bars that a reply did not have (ms). */
const PAUSE = 60_000
/** Requests for a bar that no reply has, such as one that fails validation. */
const MAX_ATTEMPTS = 3
/** Hours whose bar may be a first reading after a restart. */
const RECENT_HOURS = 2

/** Decides which finished hours of a series are requested for their bar. Instants are epoch ms (UTC). */
interface BarReadings {
  /** The hours to request now, oldest first; counts an attempt for each. */
  take(now: number): number[]
  /** Marks the bars of a reply as final if they were read late enough. */
  record(candles: readonly Candle[], now: number): void
  /** Makes hours without a bar and the most recent ones due again. */
  reset(now: number): void
}

/**
 * Creates the readings of a series: an hour's bar is read at its end with the next hour, and again five
 * minutes later; hours without a bar are requested up to three times.
 */
export function createBarReadings(series: Series): BarReadings {
  const attempts = new Map<number, number>()
  /** Hours that need another reading, with the instant of that. */
  const unconfirmed = new Map<number, number>()
  let dueAt = 0

  const finalFrom = (otime: number) => otime + HOUR_MS + FINAL_AFTER

  const isDue = ({ otime, bar }: Candle, now: number) => {
    if (otime + HOUR_MS > now || (attempts.get(otime) ?? 0) >= MAX_ATTEMPTS) return false
    return !bar || (unconfirmed.get(otime) ?? Number.POSITIVE_INFINITY) <= now
  }

  return {
    take: (now) => {
      if (now < dueAt) return []
      const due = series.all().filter((candle) => isDue(candle, now))
      dueAt = now + PAUSE
      for (const { otime } of due) attempts.set(otime, (attempts.get(otime) ?? 0) + 1)
      return due.map(({ otime }) => otime).reverse()
    },
    record: (candles, now) => {
      for (const { otime, bar } of candles) {
        if (!bar) continue
        attempts.delete(otime)
        if (now >= finalFrom(otime)) unconfirmed.delete(otime)
        else unconfirmed.set(otime, finalFrom(otime))
      }
    },
    reset: (now) => {
      attempts.clear()
      dueAt = 0
      for (let ago = 1; ago <= RECENT_HOURS; ago++)
        unconfirmed.set(hourOf(now) - ago * HOUR_MS, now)
    },
  }
}
