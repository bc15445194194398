import type { Clock } from '#api/infrastructure/clock.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import type { Feed, FeedEvents } from './feed.ts'
import { createHistory } from './history.ts'
import type { Candle, CandleStore, Counters, MarketLog, Random, Tick } from './types.ts'
import { SECOND } from './types.ts'

/** A market that is a pure function of time: the replay and the simulation. */
export interface DeterministicMarket {
  name: 'replay' | 'simulated'
  /** Candles with `from <= otime < before`, oldest first. */
  candles(from: number, before: number): Candle[]
  /** The price at an instant; null where there is none. */
  tickAt(instant: number): Tick | null
}

interface DeterministicFeedOptions extends FeedEvents {
  market: DeterministicMarket
  store: CandleStore
  clock: Clock
  random: Random
  log: MarketLog
  counters: Counters
}

/** A market knows the future of its running hour; an exchange would not. */
const withoutRunningBar = (candle: Candle, now: number): Candle =>
  candle.otime + HOUR_MS <= now ? candle : { otime: candle.otime, open: candle.open }

/** Creates a feed with a tick per second; candles appear as they would at an exchange. */
export function createDeterministicFeed(options: DeterministicFeedOptions): Feed {
  const { market, clock } = options
  const history = createHistory({
    ...options,
    origin: {
      name: market.name,
      gapRetries: { attempts: 1, pauseMs: 0 },
      candles: async ({ from, limit }) => ({
        candles: market
          .candles(from, Math.min(from + limit * HOUR_MS, clock.now() + 1))
          .map((candle) => withoutRunningBar(candle, clock.now())),
        rejected: 0,
      }),
    },
    onChange: options.onCandles,
    onRefused: () => {},
  })
  let cancel = () => {}
  let isStopped = false

  const tick = () => {
    const now = clock.now()
    const next = market.tickAt(now)
    if (next !== null) options.onTick(next)
    cancel = clock.after(SECOND - (now % SECOND), tick)
  }

  return {
    source: () => market.name,
    history: () => history,
    start: async () => {
      await history.start()
      if (!isStopped) tick()
    },
    stop: async () => {
      isStopped = true
      cancel()
      await history.stop()
    },
  }
}
