import { Elysia } from 'elysia'
import { isGuest } from '#api/auth/guard.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Reads } from '#api/infrastructure/database/reads.ts'
import type { Sql } from '#api/infrastructure/database/sql.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { Limited } from '#api/infrastructure/http/limited.ts'
import type { OfferDesk } from '#api/rounds/offer-desk.ts'
import type { PriceEvidence, RoundRecord, Tally } from '#api/rounds/round-record.ts'
import type { RoundStore } from '#api/rounds/store.ts'
import { ErrorReply, READ_REFUSALS } from '#shared/contract/errors.ts'
import { type Evidence, RoundDetail, RoundParams } from '#shared/contract/rounds.ts'
import { isRoundStart, roundOfTarget, roundStatus, WEEK_MS } from '#shared/rules/schedule.ts'

interface RoundsParts {
  store: RoundStore
  reads: Reads
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

interface Counted {
  round: RoundRecord
  votes: Tally
}

/** A round and its votes. A guest's may come from a replica once it is settled, for then it stays as it is. */
function findRound(
  { store, reads, clock }: RoundsParts,
  targetDate: number,
  asGuest: boolean,
): Promise<Counted | null> {
  const read = async (from?: Sql): Promise<Counted | null> => {
    const round = await store.byRefDate(roundOfTarget(targetDate).refDate, from)
    return round && { round, votes: await store.tally(round.id, from) }
  }
  if (!asGuest || targetDate > clock.now()) return read()
  return reads.forGuest(read, (found) => found !== null && found.round.outcome !== null)
}

async function readRound(
  parts: RoundsParts,
  targetDate: number,
  asGuest: boolean,
): Promise<RoundDetail> {
  const { desk, clock } = parts
  if (!isRoundStart(targetDate - WEEK_MS)) throw new ApiError('NOT_FOUND')
  const found = await findRound(parts, targetDate, asGuest)
  if (!found) throw new ApiError('NOT_FOUND')
  const { round, votes } = found
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
      const { params, request } = context
      return readRound(parts, Date.parse(params.targetDate), isGuest(request))
    },
    {
      params: RoundParams,
      response: { 200: RoundDetail, 404: ErrorReply, ...READ_REFUSALS },
    },
  )
}
