import type { Clock } from '#api/infrastructure/clock.ts'
import type { PriceFeed } from '#api/infrastructure/config-values.ts'
import { createMarket, type Market } from '#api/market/market.ts'
import { REST_TIMEOUT } from '#api/market/rest.ts'
import type { Cluster } from '#api/market/shared-feed.ts'
import type { MarketLog } from '#api/market/types.ts'
import type { MarketKind } from '#shared/contract/price.ts'
import { eventuallyDone } from './eventually.ts'
import { startBinance } from './exchange/binance.ts'
import { startBybit } from './exchange/bybit.ts'
import { startOkx } from './exchange/okx.ts'
import type { StandIn } from './exchange/stand-in.ts'
import { generatedTape, scaledTape, type Tape } from './exchange/tape.ts'
import { type MemoryCandleStore, memoryAnchor, memoryCandleStore } from './memory-candle-store.ts'
import { type TestClock, testClock } from './test-clock.ts'

/** A log that keeps its messages. */
export interface KeptLog extends MarketLog {
  messages: string[]
}

/** Makes an empty kept log. */
export function keptLog(): KeptLog {
  const messages: string[] = []
  const keep = (_fields: object, message: string) => {
    messages.push(message)
  }
  return { messages, info: keep, warn: keep }
}

export interface RigOptions {
  now?: string
  feed?: PriceFeed
  production?: boolean
  recordedKind?: MarketKind | null
  tape?: Tape
  store?: MemoryCandleStore
  /** Which process of several it is. */
  cluster?: Cluster
}

/** The clock with a count of the REST calls under way, known by the time-out each of them sets. */
function watchedClock(clock: TestClock): { clock: Clock; underWay: () => number } {
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
  return { clock: { now: clock.now, after }, underWay: () => calls.size }
}

/** A market on stand-in exchanges, a memory store and a clock that stands still. */
export interface MarketRig {
  clock: TestClock
  tape: Tape
  binance: StandIn
  okx: StandIn
  bybit: StandIn
  store: MemoryCandleStore
  log: KeptLog
  market: Market
  /** Another market as a process beside it has it: the same exchanges, store and clock. Not started. */
  beside(cluster: Cluster): Market
  /** Starts the market; `step` is called while waiting, for starts that need time to pass. */
  start(step?: () => void): Promise<void>
  /**
   * Moves the clock on (by 100 ms), but not while a REST call is under way: so no call ever takes
   * time by the test clock, however slow the machine is.
   */
  step(milliseconds?: number): void
  stop(): Promise<void>
}

/** Makes a rig. OKX trades 2 % higher than Binance and Bybit 2 % lower, so that each can be told. */
export function marketRig(options: RigOptions = {}): MarketRig {
  const clock = testClock(options.now ?? '2026-11-21T02:30:00Z')
  const watched = watchedClock(clock)
  const tape = options.tape ?? generatedTape()
  const binance = startBinance({ tape, clock })
  const okx = startOkx({ tape: scaledTape(tape, 1.02), clock })
  const bybit = startBybit({ tape: scaledTape(tape, 0.98), clock })
  const store = options.store ?? memoryCandleStore()
  const log = keptLog()
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
      endpoints: { binance: binance.endpoint, okx: okx.endpoint, bybit: bybit.endpoint },
      ...(cluster && { cluster }),
    })
  const market = marketOf(options.cluster)
  return {
    clock,
    tape,
    binance,
    okx,
    bybit,
    store,
    log,
    market,
    beside: marketOf,
    start: (step = () => {}) => eventuallyDone(market.start(), step),
    step: (milliseconds = 100) => {
      if (watched.underWay() === 0) clock.advance(milliseconds)
    },
    stop: async () => {
      await market.stop()
      await Promise.all([binance.stop(), okx.stop(), bybit.stop()])
    },
  }
}
