import { cached } from '#api/infrastructure/cached.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { type MarketPrice, toLivePrice } from '#api/market/price.ts'
import type { AdminOverview } from '#shared/contract/overview.ts'
import { periodStart } from '#shared/rules/schedule.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import type { OverviewStore } from './overview-store.ts'
import { type ReturningStore, readReturning } from './returning-store.ts'
import type { TwinStore } from './twin-store.ts'

/** Age at which the figures are read again. */
const MAX_AGE_MS = MINUTE_MS

export interface OverviewDeps {
  store: OverviewStore
  returning: ReturningStore
  twins: Pick<TwinStore, 'list'>
  market: { price(): MarketPrice | null }
  pusher: { stats(): { sent: number; failed: number; gone: number } }
  clock: Clock
}

export type OverviewService = ReturnType<typeof createOverviewService>

/** The operator's overview: figures of the database, read at most once a minute, and the price of now. */
export function createOverviewService(deps: OverviewDeps) {
  const { store, returning, twins, market, pusher, clock } = deps
  const since = new Date(clock.now()).toISOString()
  let builtAt = clock.now()

  const figures = cached(async () => {
    const now = clock.now()
    builtAt = now
    const [waiting, days, callers, last, overdueSince, push, pairs] = await Promise.all([
      store.waiting(),
      store.days(now),
      readReturning(returning, periodStart(now)),
      store.lastSettled(),
      store.overdueSince(now),
      store.push(now),
      twins.list(),
    ])
    return {
      computedAt: new Date(now).toISOString(),
      waiting,
      days,
      returning: callers,
      settlement: { last, overdueSince },
      push,
      twins: pairs,
    }
  })

  return {
    async get(): Promise<AdminOverview> {
      const age = clock.now() - builtAt
      if (age >= MAX_AGE_MS || age < 0) figures.markStale()
      const { push, ...rest } = await figures.get()
      const price = market.price()
      const { sent, failed, gone } = pusher.stats()
      return {
        ...rest,
        feed: price && toLivePrice(price),
        push: { ...push, since, sent, givenUp: failed, ended: gone },
      }
    },
  }
}
