import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { OfferPricing } from '#api/rounds/offer-pricing.ts'
import type { PriceEvidence, RoundRecord } from '#api/rounds/round-record.ts'
import type { RoundStore } from '#api/rounds/store.ts'
import type { Evidence, RoundDetail } from '#shared/contract/rounds.ts'
import { CROWD_MIN_VOTERS, votersOf } from '#shared/rules/crowd.ts'
import { isRoundStart, roundOfTarget, roundStatus, WEEK_MS } from '#shared/rules/schedule.ts'

export interface RoundsDeps {
  store: Pick<RoundStore, 'byRefDate' | 'tally'>
  pricing: Pick<OfferPricing, 'quote'>
  clock: Clock
}

export type RoundsService = ReturnType<typeof createRoundsService>

function toEvidence(evidence: PriceEvidence | null): Evidence | null {
  if (!evidence) return null
  return {
    price: evidence.price,
    exchange: evidence.source,
    candleTime: new Date(evidence.candleAt).toISOString(),
    readAt: new Date(evidence.readAt).toISOString(),
  }
}

function statusOf(round: RoundRecord, now: number): RoundDetail['status'] {
  if (round.outcome === 'void') return 'void'
  if (round.outcome !== null) return 'settled'
  return roundStatus(round, now) === 'live' ? 'live' : 'closed'
}

/** Rounds with their votes, offers and the evidence of their prices. */
export function createRoundsService({ store, pricing, clock }: RoundsDeps) {
  return {
    /** The round with this target (epoch milliseconds). @throws ApiError NOT_FOUND */
    async get(targetDate: number): Promise<RoundDetail> {
      if (!isRoundStart(targetDate - WEEK_MS)) throw new ApiError('NOT_FOUND')
      const round = await store.byRefDate(roundOfTarget(targetDate).refDate)
      if (!round) throw new ApiError('NOT_FOUND')
      const votes = await store.tally(round.id)
      const voters = votersOf(votes)
      const status = statusOf(round, clock.now())
      const isUnsettled = status === 'live' || status === 'closed'
      const quote = isUnsettled ? pricing.quote(round) : null
      const offers = status === 'live' ? (quote?.offers ?? null) : null
      return {
        refDate: new Date(round.refDate).toISOString(),
        targetDate: new Date(round.targetDate).toISOString(),
        closesAt: new Date(round.closesAt).toISOString(),
        status,
        refPrice: round.reference?.price ?? null,
        votes: voters < CROWD_MIN_VOTERS ? null : votes,
        voters,
        priced: offers !== null,
        offers,
        chances: quote?.chances ?? null,
        outcome: round.outcome,
        reference: toEvidence(round.reference),
        settlement: toEvidence(round.settlement),
        settledAt: round.settledAt === null ? null : new Date(round.settledAt).toISOString(),
        favorite: null,
        hours: null,
        crowd: null,
        best: [],
        worst: [],
        candles: [],
      }
    },
  }
}
