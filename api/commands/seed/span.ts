import { roundStartsBetween } from '#shared/rules/schedule.ts'
import { seasonOf, seasonStart } from '#shared/rules/season.ts'
import { DAY_MS, WEEK_MS } from '#shared/rules/time.ts'

/** The volatility of an offer needs 60 days of candles. */
const VOLATILITY_MS = 60 * DAY_MS

const previousSeason = (season: string) => seasonOf(seasonStart(season) - 1)

/** First instant of the first of the demo's seasons: two have ended at `now` (epoch ms). */
function demoSince(now: number): number {
  return seasonStart(previousSeason(previousSeason(seasonOf(now))))
}

/** The first candle that a demo at `now` uses (epoch ms). */
export function candlesSince(now: number): number {
  return demoSince(now) - WEEK_MS - VOLATILITY_MS
}

/** Starts of the rounds of a demo at `now` whose reference is after `earliest` (epoch ms), oldest first. */
export function demoRoundStarts(earliest: number, now: number): number[] {
  const first = demoSince(now) - WEEK_MS
  return roundStartsBetween(Math.max(earliest, first) - 1, now)
}
