import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { ExchangeName } from '#shared/rules/exchanges.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import type { Feed, FeedEvents } from './feed.ts'
import { createHistory, type History } from './history.ts'
import type { CandleStore, Counters, MarketLog, Random } from './types.ts'
import { hourOf, SECOND } from './types.ts'

/** Gaps may be filled late, so the store is read every minute while there are any. */
const GAP_RETRIES = { attempts: Number.POSITIVE_INFINITY, pauseMs: 60 * SECOND }

/** Maximum time that a price may be ahead of this instance's clock (ms). */
const MAX_AHEAD = 10 * SECOND

/** The owner has filtered outliers; a price beyond this factor cannot come from it. */
const MAX_FACTOR = 2

/** Floating point is exact enough to compare a ratio. */
const isWithinFactor = (factor: number, one: string, other: string) => {
  const ratio = Number(one) / Number(other)
  return ratio <= factor && ratio >= 1 / factor
}

interface FollowerFeedOptions extends FeedEvents {
  /** The exchange of the instance that runs the exchange feed. */
  source: ExchangeName
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll'>
  store: CandleStore
  clock: Clock
  random: Random
  log: MarketLog
  counters: Counters
}

/**
 * Creates the feed of an instance without an exchange connection: prices come from events, candles from
 * the store. Without events the price becomes stale.
 */
export function createFollowerFeed(options: FollowerFeedOptions): Feed {
  const { source, bus, clock, counters, onTick } = options
  const history = createStoredHistory(options)
  let newest = 0
  let last: string | null = null

  /** Whether the time is plausible, and the price beside the last one or the newest stored candle. */
  const isCredible = ({ price, time }: { price: string; time: number }) => {
    if (time > clock.now() + MAX_AHEAD) return false
    const known = [last, history.series.newest()?.open].filter((base) => base != null)
    return known.length === 0 || known.some((base) => isWithinFactor(MAX_FACTOR, price, base))
  }

  const subscriptions = [
    bus.on('price', (tick) => {
      if (tick.source !== source || tick.time <= newest) return
      if (!isCredible(tick)) {
        counters.rejected += 1
        return
      }
      newest = tick.time
      last = tick.price
      onTick(tick)
    }),
    bus.on('candles', (stored) => {
      if (stored.source === source) history.refresh()
    }),
    bus.onInvalidateAll(() => history.refresh()),
  ]
  return {
    source: () => source,
    history: () => history,
    start: () => history.start(),
    stop: async () => {
      for (const unsubscribe of subscriptions) unsubscribe()
      await history.stop()
    },
  }
}

/**
 * The candles that another instance stores, read within 2 s. `fetchFirst` rejects: only the owner of the
 * feed can confirm a gap with the exchange.
 */
function createStoredHistory(options: FollowerFeedOptions): History {
  const { source, store, clock } = options
  const history = createHistory({
    ...options,
    store: { ...store, save: async () => {} },
    origin: {
      name: source,
      gapRetries: GAP_RETRIES,
      candles: async ({ from, limit }) => {
        const hours = (hourOf(clock.now()) - from) / HOUR_MS + 1
        const rows = await store.latest(source, Math.max(limit, hours))
        const end = from + limit * HOUR_MS
        const requested = rows.filter(({ otime }) => otime >= from && otime < end)
        return { candles: requested.reverse(), rejected: 0 }
      },
    },
    onChange: options.onCandles,
    onStored: () => {},
    onRefused: () => {},
  })
  return {
    ...history,
    fetchFirst: async () => {
      throw new Error('another instance runs the feed: this one has no exchange connection')
    },
  }
}
