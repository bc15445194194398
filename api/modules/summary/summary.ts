import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import { keep } from '#api/infrastructure/http/kept.ts'
import { type PreparedReply, prepareReply } from '#api/infrastructure/http/prepared-reply.ts'
import type { Market } from '#api/market/market.ts'
import { priceAgeHeader, toLivePrice } from '#api/market/price.ts'
import type { RoundBook } from '#api/rounds/round-book.ts'
import type { RoundRecord, Tally } from '#api/rounds/round-record.ts'
import type { RoundStore } from '#api/rounds/store.ts'
import type { Target, VoteSummary } from '#shared/contract/summary.ts'
import { periodStart } from '#shared/rules/schedule.ts'

/** A reply is answered for this long before `serverDate` and the price are looked at again. */
const FRESH_MS = 250

export interface SummaryKeeper {
  current(): Promise<VoteSummary>
  reply(): PreparedReply | Promise<PreparedReply>
}

interface SummaryParts {
  book: RoundBook
  store: Pick<RoundStore, 'tally'>
  market: Pick<Market, 'price' | 'kind'>
  bus: AppEventBus
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

/** Keeps the two targets, read once after each vote or round change, and the reply made of them. */
export function createSummaryKeeper(parts: SummaryParts): SummaryKeeper {
  const { book, store, market, bus, clock } = parts
  const targets = keep(async () => {
    const period = periodStart(clock.now())
    const [waiting, live] = await Promise.all([book.waiting(), book.live()])
    if (!waiting || !live) throw new ApiError('NOT_READY')
    const [first, second] = await Promise.all([store.tally(waiting.id), store.tally(live.id)])
    return { period, target1: toTarget(waiting, first), target2: toTarget(live, second) }
  })
  bus.on('vote', targets.markStale)
  bus.on('round', targets.markStale)
  bus.onInvalidateAll(targets.markStale)

  const current = async (): Promise<VoteSummary> => {
    let kept = await targets.get()
    if (kept.period !== periodStart(clock.now())) {
      targets.markStale()
      kept = await targets.get()
    }
    const { target1, target2 } = kept
    const serverDate = new Date(clock.now()).toISOString()
    const price = market.price()
    return { serverDate, target1, target2, price: price && toLivePrice(price) }
  }

  const age = priceAgeHeader(market)
  const prepared = keep(async () => {
    const summary = await current()
    const { serverDate: _, ...rest } = summary
    const headers = {
      'x-price-source': summary.price?.source ?? 'none',
      'x-price-market': market.kind(),
    }
    // The time of day alone is no change: who has the rest is told so.
    return prepareReply(summary, { headers, moving: age, tagOf: JSON.stringify(rest) })
  })
  bus.on('vote', prepared.markStale)
  bus.on('round', prepared.markStale)
  bus.onInvalidateAll(prepared.markStale)
  let preparedAt = Number.NEGATIVE_INFINITY
  return {
    current,
    reply() {
      const now = clock.now()
      if (now - preparedAt >= FRESH_MS || now < preparedAt) {
        preparedAt = now
        prepared.markStale()
      }
      return prepared.get()
    },
  }
}
