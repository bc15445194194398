import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { ExchangeName } from '#shared/rules/exchanges.ts'
import type { Feed, FeedEvents } from './feed.ts'
import type { Counters } from './stats.ts'
import { storedHistory } from './stored-history.ts'
import type { CandleStore, MarketLog, Random } from './types.ts'

export interface FollowerFeedOptions extends FeedEvents {
  /** The exchange whose prices the holder of the feed has. */
  source: ExchangeName
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll'>
  store: CandleStore
  clock: Clock
  random: Random
  log: MarketLog
  counters: Counters
}

/**
 * The feed of a process that connects to no exchange: prices as the holder of the feed tells them,
 * candles as it stores them. When the holder falls silent the price grows old like any other.
 */
export function followerFeed(options: FollowerFeedOptions): Feed {
  const { source, bus, onTick } = options
  const history = storedHistory(source, { ...options, onChange: options.onCandles })
  let newest = 0
  const ends = [
    bus.on('price', (tick) => {
      if (tick.source !== source || tick.time <= newest) return
      newest = tick.time
      onTick(tick)
    }),
    bus.on('candles', (stored) => {
      if (stored.source === source) history.look()
    }),
    bus.onInvalidateAll(() => history.look()),
  ]
  return {
    source: () => source,
    history: () => history,
    start: () => history.start(),
    stop: async () => {
      for (const end of ends) end()
      await history.stop()
    },
  }
}
