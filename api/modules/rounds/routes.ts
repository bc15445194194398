import { Elysia } from 'elysia'
import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { Limited } from '#api/infrastructure/http/limited.ts'
import type { OfferDesk } from '#api/rounds/offer-desk.ts'
import type { PriceEvidence, RoundRecord } from '#api/rounds/round-record.ts'
import type { RoundStore } from '#api/rounds/store.ts'
import { ErrorReply, READ_REFUSALS } from '#shared/contract/errors.ts'
import { type Evidence, RoundDetail, RoundParams } from '#shared/contract/rounds.ts'
import { isRoundStart, roundOfTarget, roundStatus, WEEK_MS } from '#shared/rules/schedule.ts'

interface RoundsParts {
  store: RoundStore
  desk: OfferDesk
  clock: Clock
  limited: Limited
}

function toEvidence(found: PriceEvidence | null): Evidence | null {
  if (!found) return null
  return {
    price: found.price,
    exchange: found.source,
    candleTime: new Date(found.candleAt).toISOString(),
    readAt: new Date(found.readAt).toISOString(),
  }
}

function statusOf(round: RoundRecord, now: number): RoundDetail['status'] {
  if (round.outcome === 'void') return 'void'
  if (round.outcome !== null) return 'settled'
  return roundStatus(round, now) === 'live' ? 'live' : 'closed'
}

async function readRound(
  { store, desk, clock }: RoundsParts,
  targetDate: number,
): Promise<RoundDetail> {
  if (!isRoundStart(targetDate - WEEK_MS)) throw new ApiError('NOT_FOUND')
  const round = await store.byRefDate(roundOfTarget(targetDate).refDate)
  if (!round) throw new ApiError('NOT_FOUND')
  const votes = await store.tally(round.id)
  const status = statusOf(round, clock.now())
  const offers = status === 'live' ? desk.table(round) : null
  return {
    refDate: new Date(round.refDate).toISOString(),
    targetDate: new Date(round.targetDate).toISOString(),
    closesAt: new Date(round.closesAt).toISOString(),
    status,
    refPrice: round.reference?.price ?? null,
    votes,
    priced: offers !== null,
    offers,
    outcome: round.outcome,
    reference: toEvidence(round.reference),
    settlement: toEvidence(round.settlement),
    settledAt: round.settledAt === null ? null : new Date(round.settledAt).toISOString(),
  }
}

/** A round over HTTP: its status, what a vote would be worth now, and the evidence of its prices. */
export function roundsRoutes(parts: RoundsParts) {
  return new Elysia({ name: 'rounds', tags: ['votes'] }).get(
    '/rounds/:targetDate',
    async (context) => {
      await parts.limited('read', context)
      return readRound(parts, Date.parse(context.params.targetDate))
    },
    {
      params: RoundParams,
      response: { 200: RoundDetail, 404: ErrorReply, ...READ_REFUSALS },
    },
  )
}
