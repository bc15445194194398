import type { AppEventBus } from '#api/events.ts'
import { cached } from '#api/infrastructure/cached.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import { type PreparedReply, prepareReply } from '#api/infrastructure/prepared-reply.ts'
import type { Market } from '#api/market/market.ts'
import { priceAgeHeader, toLivePrice } from '#api/market/price.ts'
import type { RoundCache } from '#api/modules/rounds/round-cache.ts'
import type { RoundRecord, Tally } from '#api/modules/rounds/round-record.ts'
import type { RoundStore } from '#api/modules/rounds/store.ts'
import type { Target, VoteSummary } from '#shared/contract/summary.ts'
import { periodStart } from '#shared/rules/schedule.ts'

/** Age (ms) at which the reply is built again with the present `serverDate` and price. */
const FRESH_MS = 250

export interface SummaryService {
  current(): Promise<VoteSummary>
  /** The summary as a reply of the API. */
  reply(): Promise<PreparedReply>
}

export interface SummaryDeps {
  rounds: RoundCache
  store: Pick<RoundStore, 'tally'>
  market: Pick<Market, 'price' | 'kind' | 's60' | 'dayMark'>
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll'>
  clock: Clock
}

function toTarget(round: RoundRecord, votes: Tally): Target {
  return {
    targetDate: new Date(round.targetDate).toISOString(),
    refDate: new Date(round.refDate).toISOString(),
    refPrice: round.reference?.price ?? null,
    votes,
  }
}

/** The summary of the present; its two targets are read again after a vote or round event. */
export function createSummaryService(deps: SummaryDeps): SummaryService {
  const { rounds, store, market, bus, clock } = deps
  const targets = cached(async () => {
    const period = periodStart(clock.now())
    const [waiting, live] = await Promise.all([rounds.waiting(), rounds.live()])
    if (!waiting || !live) throw new ApiError('NOT_READY')
    const [first, second] = await Promise.all([store.tally(waiting.id), store.tally(live.id)])
    return { period, target1: toTarget(waiting, first), target2: toTarget(live, second) }
  })

  const current = async (): Promise<VoteSummary> => {
    let latest = await targets.get()
    if (latest.period !== periodStart(clock.now())) {
      targets.markStale()
      latest = await targets.get()
    }
    const { target1, target2 } = latest
    const serverDate = new Date(clock.now()).toISOString()
    const price = market.price()
    const s60 = market.s60()
    const mark = market.dayMark()
    return {
      serverDate,
      target1,
      target2,
      price: price && toLivePrice(price),
      ...(s60 !== null && { s60 }),
      ...(mark && { dayMark: { ...mark, time: new Date(mark.time).toISOString() } }),
    }
  }

  const age = priceAgeHeader(market)
  const reply = async (): Promise<PreparedReply> => {
    const summary = await current()
    const { serverDate: _, ...rest } = summary
    const headers = {
      'x-price-source': summary.price?.source ?? 'none',
      'x-price-market': market.kind(),
    }
    // `serverDate` alone does not change the ETag.
    const tagOf = JSON.stringify(rest)
    return prepareReply(summary, { headers, moving: age, tagOf, maxAgeMs: FRESH_MS })
  }
  bus.on('vote', targets.markStale)
  bus.on('round', targets.markStale)
  bus.onInvalidateAll(targets.markStale)
  return { current, reply }
}
