import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { LogService } from '#api/modules/receipts/log/service.ts'
import type { OwnRounds, RoundDetail } from '#shared/contract/rounds.ts'
import { voteResult } from '#shared/rules/band.ts'
import { CROWD_MIN_VOTERS, votersOf } from '#shared/rules/crowd.ts'
import { OFFER_VERSION, OFFER_VERSIONS } from '#shared/rules/offer.ts'
import { isRoundStart, periodStart, roundOfTarget, roundStatus } from '#shared/rules/schedule.ts'
import { WEEK_MS } from '#shared/rules/time.ts'
import type { OfferPricing } from './offer-pricing.ts'
import { type RecordDeps, readRecord } from './record.ts'
import type { RecordStore } from './record-store.ts'
import type { RoundRecord } from './round-record.ts'
import { toEvidence } from './round-record.ts'
import type { RoundStore } from './store.ts'

export interface RoundsDeps extends RecordDeps {
  store: Pick<RoundStore, 'byRefDate' | 'tally'>
  records: RecordDeps['records'] & Pick<RecordStore, 'own'>
  pricing: Pick<OfferPricing, 'quote'>
  log: Pick<LogService, 'ofRound'>
  clock: Clock
}

export type RoundsService = ReturnType<typeof createRoundsService>

function statusOf(round: RoundRecord, now: number): RoundDetail['status'] {
  if (round.outcome === 'void') return 'void'
  if (round.outcome !== null) return 'settled'
  return roundStatus(round, now) === 'live' ? 'live' : 'closed'
}

/** Rounds with their votes, offers, results and the evidence of their prices. */
export function createRoundsService(deps: RoundsDeps) {
  const { store, records, pricing, log, clock } = deps
  return {
    /** The round with this target (epoch ms) at this moment. @throws ApiError NOT_FOUND */
    async get(targetDate: number): Promise<RoundDetail> {
      if (!isRoundStart(targetDate - WEEK_MS)) throw new ApiError('NOT_FOUND')
      const round = await store.byRefDate(roundOfTarget(targetDate).refDate)
      if (!round) throw new ApiError('NOT_FOUND')
      const [votes, previous] = await Promise.all([
        store.tally(round.id),
        store.byRefDate(periodStart(round.refDate - 1)),
      ])
      const record = await readRecord(deps, round, votes, clock.now())
      const status = statusOf(round, clock.now())
      const isUnsettled = status === 'live' || status === 'closed'
      const quote = isUnsettled ? pricing.quote(round) : null
      const offers = status === 'live' ? (quote?.offers ?? null) : null
      const voters = votersOf(votes)
      return {
        refDate: new Date(round.refDate).toISOString(),
        hasPrevious: previous !== null,
        targetDate: new Date(round.targetDate).toISOString(),
        closesAt: new Date(round.closesAt).toISOString(),
        status,
        refPrice: round.reference?.price ?? null,
        votes: voters < CROWD_MIN_VOTERS ? null : votes,
        voters,
        priced: offers !== null,
        offers,
        chances: quote?.chancesOf(OFFER_VERSION) ?? null,
        chancesByVersion:
          quote && OFFER_VERSIONS.map((version) => ({ version, ...quote.chancesOf(version) })),
        outcome: round.outcome,
        reference: toEvidence(round.reference),
        settlement: toEvidence(round.settlement),
        settledAt: round.settledAt === null ? null : new Date(round.settledAt).toISOString(),
        favorite: round.openingFavorite,
        ...record,
        receipts: round.receipts,
        checkpoint: round.logIndex === null ? null : await log.ofRound(round),
      }
    },

    /** The user's votes in the rounds with these targets (epoch milliseconds). */
    async own(userId: number, targets: readonly number[]): Promise<OwnRounds> {
      const rows = await records.own(userId, targets)
      return rows.map(({ target_date, vote_id: voteId, choice: voteChoice, outcome, points }) => ({
        targetDate: target_date.toISOString(),
        voteId,
        voteChoice,
        result: voteResult(voteChoice, outcome),
        points,
      }))
    },
  }
}
