import type { Clock } from '#api/infrastructure/clock.ts'
import type { Feed, FeedEvents } from './feed.ts'
import { createHistory } from './history.ts'
import type { Counters } from './stats.ts'
import type { Candle, CandleStore, MarketLog, Random, Tick } from './types.ts'
import { HOUR, SECOND } from './types.ts'

/** A market that is a pure function of the instant: the replayed and the simulated one. */
export interface Clockwork {
  name: 'replay' | 'simulated'
  /** Candles with `from <= otime < before`, oldest first. */
  candles(from: number, before: number): Candle[]
  /** The price at an instant; null where the market knows none. */
  tickAt(instant: number): Tick | null
}

export interface ClockworkFeedOptions extends FeedEvents {
  clockwork: Clockwork
  store: CandleStore
  clock: Clock
  random: Random
  log: MarketLog
  counters: Counters
}

/** Plays a clockwork market: its candles by the same rule as an exchange's, one tick a second. */
export function clockworkFeed(options: ClockworkFeedOptions): Feed {
  const { clockwork, clock } = options
  const history = createHistory({
    ...options,
    origin: {
      name: clockwork.name,
      gaps: { asks: 1, pause: 0 },
      candles: async ({ from, limit }) => ({
        candles: clockwork.candles(from, Math.min(from + limit * HOUR, clock.now() + 1)),
        rejected: 0,
      }),
    },
    onChange: options.onCandles,
    onBlocked: () => {},
  })
  let cancel = () => {}
  let stopped = false

  const play = () => {
    const now = clock.now()
    const tick = clockwork.tickAt(now)
    if (tick !== null) options.onTick(tick)
    cancel = clock.after(SECOND - (now % SECOND), play)
  }

  return {
    source: () => clockwork.name,
    history: () => history,
    start: async () => {
      await history.start()
      if (!stopped) play()
    },
    stop: async () => {
      stopped = true
      cancel()
      await history.stop()
    },
  }
}
