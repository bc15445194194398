import type { Clock } from '#api/infrastructure/clock.ts'
import type { PriceFeed } from '#api/infrastructure/config-schema.ts'
import { createMarket, type Market } from '#api/market/market.ts'
import { REST_TIMEOUT } from '#api/market/rest.ts'
import type { Cluster } from '#api/market/shared-feed.ts'
import type { MarketLog } from '#api/market/types.ts'
import type { MarketKind } from '#shared/contract/price.ts'
import { eventuallyDone } from './eventually.ts'
import { startBinance } from './exchange/binance.ts'
import { startBybit } from './exchange/bybit.ts'
import { startCoinbase } from './exchange/coinbase.ts'
import { startOkx } from './exchange/okx.ts'
import type { StandIn } from './exchange/stand-in.ts'
import { generatedTape, scaledTape, type Tape } from './exchange/tape.ts'
import { type MemoryCandleStore, memoryAnchor, memoryCandleStore } from './memory-candle-store.ts'
import { type TestClock, testClock } from './test-clock.ts'

/** A log that records its messages. */
export interface RecordingLog extends MarketLog {
  messages: string[]
}

/** Creates an empty log. */
export function recordingLog(): RecordingLog {
  const messages: string[] = []
  const record = (_fields: object, message: string) => {
    messages.push(message)
  }
  return { messages, info: record, warn: record }
}

export interface TestMarketOptions {
  now?: string
  feed?: PriceFeed
  production?: boolean
  recordedKind?: MarketKind | null
  tape?: Tape
  store?: MemoryCandleStore
  /** Milliseconds by which the market's clock is ahead of that of the exchanges; 0 by default. */
  clockError?: () => number
  /** The instance's part of a cluster. */
  cluster?: Cluster
}

/** The market's clock with the number of pending REST requests, counted by their timeouts. */
function countingClock(
  clock: TestClock,
  error: () => number,
): { clock: Clock; pendingRequests: () => number } {
  const calls = new Set<object>()
  const after: Clock['after'] = (milliseconds, task) => {
    if (milliseconds !== REST_TIMEOUT) return clock.after(milliseconds, task)
    const call = {}
    calls.add(call)
    const cancel = clock.after(milliseconds, task)
    return () => {
      calls.delete(call)
      cancel()
    }
  }
  const now = () => clock.now() + error()
  return { clock: { now, after }, pendingRequests: () => calls.size }
}

/** A market on stand-in exchanges, a store in memory and a test clock. */
export interface TestMarket {
  clock: TestClock
  tape: Tape
  binance: StandIn
  okx: StandIn
  bybit: StandIn
  coinbase: StandIn
  /** The four, in order of preference. */
  exchanges: StandIn[]
  store: MemoryCandleStore
  log: RecordingLog
  market: Market
  /** The market of another instance on the same exchanges, store and clock. Not started. */
  createSecond(cluster: Cluster): Market
  /** Starts the market; `step` is called while waiting. */
  start(step?: () => void): Promise<void>
  /**
   * Advances the clock (by 100 ms) unless a REST request is pending, so that no request times out on a
   * slow machine.
   */
  step(milliseconds?: number): void
  stop(): Promise<void>
}

/** Creates a market. OKX trades 2 % above Binance, Bybit 2 % and Coinbase 4 % below. */
export function createTestMarket(options: TestMarketOptions = {}): TestMarket {
  const clock = testClock(options.now ?? '2026-11-21T02:30:00Z')
  const watched = countingClock(clock, options.clockError ?? (() => 0))
  const tape = options.tape ?? generatedTape()
  const binance = startBinance({ tape, clock })
  const okx = startOkx({ tape: scaledTape(tape, 1.02), clock })
  const bybit = startBybit({ tape: scaledTape(tape, 0.98), clock })
  const coinbase = startCoinbase({ tape: scaledTape(tape, 0.96), clock })
  const exchanges = [binance, okx, bybit, coinbase]
  const store = options.store ?? memoryCandleStore()
  const log = recordingLog()
  const marketOf = (cluster?: Cluster) =>
    createMarket({
      config: {
        feed: options.feed ?? 'auto',
        production: options.production ?? false,
        allowSimulated: true,
      },
      recordedKind: options.recordedKind ?? null,
      clock: watched.clock,
      random: () => 0.5,
      store,
      replayAnchor: memoryAnchor(),
      log,
      endpoints: {
        binance: binance.endpoint,
        okx: okx.endpoint,
        bybit: bybit.endpoint,
        coinbase: coinbase.endpoint,
      },
      ...(cluster && { cluster }),
    })
  const market = marketOf(options.cluster)
  return {
    clock,
    tape,
    binance,
    okx,
    bybit,
    coinbase,
    exchanges,
    store,
    log,
    market,
    createSecond: marketOf,
    start: (step = () => {}) => eventuallyDone(market.start(), step),
    step: (milliseconds = 100) => {
      if (watched.pendingRequests() === 0) clock.advance(milliseconds)
    },
    stop: async () => {
      await market.stop()
      await Promise.all(exchanges.map((exchange) => exchange.stop()))
    },
  }
}
