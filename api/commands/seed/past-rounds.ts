import { openingFavorite } from '#api/modules/rounds/opening-favorite.ts'
import type { PriceEvidence } from '#api/modules/rounds/round-record.ts'
import type { Outcome } from '#shared/contract/rounds.ts'
import { type Direction, outcome } from '#shared/rules/band.ts'
import { type Round, roundAt } from '#shared/rules/schedule.ts'
import { seasonEnd, seasonOf } from '#shared/rules/season.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import type { PastMarket } from './market.ts'
import { demoRoundStarts } from './span.ts'

/** A round with the prices that the sweeps would have stored. */
export interface PastRound extends Round {
  reference: PriceEvidence
  /** Null for a future target or one without a price. */
  settlement: { outcome: Outcome; evidence: PriceEvidence | null; at: number } | null
  /** The favorite of the offers at the open. */
  favorite: Direction
}

/** Volatility needs a week of candles before the first round. */
const FIRST_ROUND_AFTER_MS = 7 * DAY_MS
/** Delay after an instant at which a running server reads its price (ms). */
const READ_AFTER_MS = 2_500

const readOnTime = (evidence: PriceEvidence): PriceEvidence => ({
  ...evidence,
  readAt: evidence.candleAt + READ_AFTER_MS,
})

async function settlementOf(
  market: PastMarket,
  round: Round,
  refPrice: string,
  now: number,
): Promise<PastRound['settlement']> {
  if (now < round.targetDate + READ_AFTER_MS) return null
  const finding = await market.priceOf(round.targetDate)
  if (finding.state === 'wait') return null
  if (finding.state === 'none') {
    return { outcome: 'void', evidence: null, at: round.targetDate + DAY_MS + READ_AFTER_MS }
  }
  const evidence = readOnTime(finding.evidence)
  return { outcome: outcome(evidence.price, refPrice), evidence, at: evidence.readAt }
}

/** The demo's rounds up to `now` (epoch ms) that the candles cover, oldest first, with their prices. */
export async function pastRounds(market: PastMarket, now: number): Promise<PastRound[]> {
  const first = market.candles[0]?.otime ?? now
  const newestFirst = market.candles.toReversed()
  const rounds: PastRound[] = []
  for (const refDate of demoRoundStarts(first + FIRST_ROUND_AFTER_MS, now)) {
    const finding = await market.priceOf(refDate)
    if (finding.state !== 'found') continue
    const round = roundAt(refDate)
    const reference = readOnTime(finding.evidence)
    const settlement = await settlementOf(market, round, reference.price, now)
    const favorite = openingFavorite(newestFirst, refDate, reference.price)
    rounds.push({ ...round, reference, settlement, favorite })
  }
  return rounds
}

/** When a running server would have frozen the seasons of `rounds` (oldest first) that ended before `now`. */
export function freezesOf(rounds: readonly PastRound[], now: number): number[] {
  const freezes = new Map<string, number>()
  for (const { targetDate, settlement } of rounds) {
    const season = seasonOf(targetDate)
    if (settlement) freezes.set(season, Math.max(seasonEnd(season) + READ_AFTER_MS, settlement.at))
  }
  return [...freezes.values()].filter((at) => at <= now)
}
