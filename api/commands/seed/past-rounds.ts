import type { PriceEvidence, RoundOutcome } from '#api/rounds/round-record.ts'
import { outcome } from '#shared/rules/band.ts'
import { DAY_MS, type Round, roundAt, roundStartsBetween } from '#shared/rules/schedule.ts'
import type { PastMarket } from './past-market.ts'

/** A round of the past (or one of the two present ones) as the sweeps would have left it. */
export interface PastRound extends Round {
  reference: PriceEvidence
  /** Null while the target lies ahead or its price is not known yet. */
  settlement: { outcome: RoundOutcome; evidence: PriceEvidence | null; at: number } | null
}

/** A volatility is worth something after a week of hourly candles. */
const RUN_UP_MS = 7 * DAY_MS
/** How long after the instant a server at work reads the price and settles. */
const READ_AFTER_MS = 2_500

/** When a running server would have read this price: the demo tells the past as if there had been one. */
function asReadThen(evidence: PriceEvidence): PriceEvidence {
  return { ...evidence, readAt: evidence.candleAt + READ_AFTER_MS }
}

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
    const at = round.targetDate + DAY_MS + READ_AFTER_MS
    return { outcome: 'void', evidence: null, at }
  }
  const evidence = asReadThen(finding.evidence)
  return { outcome: outcome(evidence.price, refPrice), evidence, at: evidence.readAt }
}

/**
 * Every round, oldest first, that began inside the market's candles, after their first week, up to
 * `now` (epoch ms), with its prices. A round whose reference price is unknown is left out.
 */
export async function pastRounds(market: PastMarket, now: number): Promise<PastRound[]> {
  const first = market.candles[0]?.otime ?? now
  const rounds: PastRound[] = []
  for (const refDate of roundStartsBetween(first + RUN_UP_MS, now)) {
    const finding = await market.priceOf(refDate)
    if (finding.state !== 'found') continue
    const round = roundAt(refDate)
    const reference = asReadThen(finding.evidence)
    const settlement = await settlementOf(market, round, reference.price, now)
    rounds.push({ ...round, reference, settlement })
  }
  return rounds
}
