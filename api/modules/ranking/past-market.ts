import { s60FromOpens } from '#shared/rules/offer.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'

/** Hourly opens of one source, oldest first; `times` are epoch milliseconds. */
export interface OpenSeries {
  times: Float64Array
  opens: Float64Array
}

/** Returns of the volatility: 60 days of hours, at least one day. */
const MAX_RETURNS = (60 * DAY_MS) / HOUR_MS
const MIN_RETURNS = DAY_MS / HOUR_MS

/** Price and volatility of past moments. */
export interface PastMarket {
  /** `s60FromOpens` of the opens up to `instant`. */
  s60At(instant: number): number
  /** The newest open at `instant`; null before the first. */
  openAt(instant: number): number | null
}

/** The past of a series, by sums of squared returns, so that each moment costs a search. */
export function createPastMarket({ times, opens }: OpenSeries): PastMarket {
  const squares = new Float64Array(times.length)
  for (let index = 1; index < times.length; index++) {
    const step = Math.log((opens[index] ?? 0) / (opens[index - 1] ?? 0))
    squares[index] = (squares[index - 1] ?? 0) + step * step
  }
  /** Index of the newest open at `instant`; -1 before the first. */
  const indexAt = (instant: number) => {
    let [low, high] = [0, times.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((times[middle] ?? 0) <= instant) low = middle + 1
      else high = middle
    }
    return low - 1
  }
  return {
    s60At(instant) {
      const index = indexAt(instant)
      const count = Math.min(index, MAX_RETURNS)
      if (count < MIN_RETURNS) return s60FromOpens([])
      const sum = (squares[index] ?? 0) - (squares[index - count] ?? 0)
      return Math.sqrt((MIN_RETURNS * sum) / count)
    },
    openAt: (instant) => opens[indexAt(instant)] ?? null,
  }
}
