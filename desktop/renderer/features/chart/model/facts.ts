import type { Candle } from '#shared/contract/candles.ts'
import { DAY_MS } from '#shared/rules/schedule.ts'
import type { Series } from './series.ts'

/** What there is to say about a stretch of prices, in the exact prices. */
export interface SeriesFacts {
  count: number
  first: Candle
  last: Candle
  low: Candle
  high: Candle
}

/** Null for an empty series. */
export function factsOf(series: Series): SeriesFacts | null {
  const [last] = series
  const first = series.at(-1)
  if (!last || !first) return null
  let low = first
  let high = first
  for (const candle of series) {
    if (Number(candle.oprice) < Number(low.oprice)) low = candle
    if (Number(candle.oprice) > Number(high.oprice)) high = candle
  }
  return { count: series.length, first, last, low, high }
}

/** The candles that open a day of UTC, newest first, as the rounds count days. */
export const dailyOpens = (series: Series): Candle[] =>
  series.filter(({ otime }) => otime % DAY_MS === 0)
