import { openingFavorite } from '#api/modules/rounds/offer-pricing.ts'
import type { PriceEvidence } from '#api/modules/rounds/round-record.ts'
import type { Outcome } from '#shared/contract/rounds.ts'
import { outcome } from '#shared/rules/band.ts'
import { type Round, roundAt, roundStartsBetween } from '#shared/rules/schedule.ts'
import { seasonEnd, seasonOf } from '#shared/rules/season.ts'
import { DAY_MS, WEEK_MS } from '#shared/rules/time.ts'
import { demoSince, type PastMarket } from './market.ts'

/** Delay after an instant at which a running server reads its price (ms). */
const READ_AFTER_MS = 2_500

export type PastRound = Awaited<ReturnType<typeof pastRounds>>[number]

/** Outcome and price that the sweeps would have stored; null before the target. */
async function settle(market: PastMarket, round: Round, refPrice: string, now: number) {
  if (now < round.targetDate + READ_AFTER_MS) return null
  const finding = await market.priceOf(round.targetDate)
  if (finding.state === 'wait') return null
  const evidence = finding.state === 'found' ? finding.evidence : null
  const result: Outcome = evidence ? outcome(evidence.price, refPrice) : 'void'
  const at = (evidence?.candleAt ?? round.targetDate + DAY_MS) + READ_AFTER_MS
  return { outcome: result, evidence, at }
}

const evidenceRow = (name: 'ref' | 'settle', evidence: PriceEvidence | null) => ({
  [`${name}_price`]: evidence?.price ?? null,
  [`${name}_source`]: evidence?.source ?? null,
  [`${name}_candle_at`]: evidence && new Date(evidence.candleAt),
  [`${name}_read_at`]: evidence && new Date(evidence.candleAt + READ_AFTER_MS),
})

/** The demo's rounds up to `now` (epoch ms) that the candles cover, oldest first, with their prices. */
export async function pastRounds(market: PastMarket, now: number) {
  // Volatility needs a week of candles before the first round.
  const earliest = (market.candles[0]?.otime ?? now) + WEEK_MS
  const newestFirst = market.candles.toReversed()
  const rounds = []
  for (const refDate of roundStartsBetween(Math.max(earliest, demoSince(now) - WEEK_MS) - 1, now)) {
    const finding = await market.priceOf(refDate)
    if (finding.state !== 'found') continue
    const round = roundAt(refDate)
    const refPrice = finding.evidence.price
    const settlement = await settle(market, round, refPrice, now)
    const row = {
      ref_date: new Date(refDate),
      target_date: new Date(round.targetDate),
      ...evidenceRow('ref', finding.evidence),
      pending_outcome: null,
      outcome: settlement?.outcome ?? null,
      settled_at: settlement && new Date(settlement.at),
      ...evidenceRow('settle', settlement?.evidence ?? null),
      opening_favorite: openingFavorite(newestFirst, refDate, refPrice),
    }
    const opensAt = finding.evidence.candleAt + READ_AFTER_MS
    rounds.push({ ...round, index: rounds.length, opensAt, refPrice, settlement, row })
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
