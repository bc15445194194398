import type { Clock } from '#api/infrastructure/clock.ts'
import { within } from '#api/infrastructure/within.ts'
import type { MarketKind } from '#shared/contract/price.ts'
import { s60FromOpens } from '#shared/rules/offer.ts'
import { coalesce } from './coalesce.ts'
import type { Endpoints } from './exchange.ts'
import type { Feed } from './feed.ts'
import { livePrice } from './freshness.ts'
import { createListeners } from './listeners.ts'
import { makeFeed } from './make-feed.ts'
import { pastOpens } from './past-opens.ts'
import { type MarketConfig, planOf } from './plan.ts'
import type { Cluster } from './relay-feed.ts'
import { type Counters, newCounters } from './stats.ts'
import { tellFollowers } from './tell-followers.ts'
import type {
  Candle,
  CandleStore,
  LivePrice,
  MarketLog,
  Random,
  ReplayAnchor,
  SourceName,
  Tick,
  Unsubscribe,
} from './types.ts'

/** At most four ticks a second reach the listeners. */
const TICK_PAUSE = 250
/** A start does not wait longer than this for the first candles (ms). */
const FIRST_CANDLES = 5000
/** 60 days of hourly returns need one open more. */
const S60_OPENS = 60 * 24 + 1

export interface MarketOptions {
  config: MarketConfig
  /** What the database was made with; null for a new one. */
  rememberedKind: MarketKind | null
  clock: Clock
  random: Random
  store: CandleStore
  replayAnchor: ReplayAnchor
  log: MarketLog
  /** Where the exchanges are reached; the public hosts when left out. */
  endpoints?: Endpoints
  /** The processes that share the database; left out by one that is alone. */
  cluster?: Cluster
}

export interface MarketStats extends Counters {
  /** Age of the newest tick in milliseconds, null before the first. */
  lastTickAgeMs: number | null
  /** `otime` of the newest candle, null without one. */
  newestCandle: number | null
}

/** BTC/USDT as the rest of the API sees it. Prices are decimal strings, instants epoch ms (UTC). */
export interface Market {
  /** What kind of prices these are. Settled when `start` has resolved. */
  kind(): MarketKind
  /** Whose prices these are; null before the start. */
  source(): SourceName | null
  /** The newest known price: the last tick, else the open of the newest candle, else null. */
  price(): LivePrice | null
  /** The newest `limit` candles, newest first, from memory. */
  candles(limit: number): Candle[]
  /** Moves whenever the candle list or the source changes. */
  version(): number
  /**
   * The first candle that opened in `[instant, before)`; null when the source says there is none (so
   * far). Rejects when that cannot be told now: ask again, and never take it for "none".
   */
  firstOpenFrom(instant: number, before: number): Promise<Candle | null>
  /** Volatility per square root of a day over the last 60 days (a fraction); null without candles. */
  s60(): number | null
  /** Calls `listener` with new prices, at most four a second. */
  onTick(listener: (tick: Tick) => void): Unsubscribe
  /** Calls `listener` with the version after the candle list has changed. */
  onCandles(listener: (version: number) => void): Unsubscribe
  /** Calls `listener` after this process has stored candles. */
  onStored(listener: () => void): Unsubscribe
  /** Starts the feed; rejects only when a replay file cannot be used. */
  start(): Promise<void>
  stop(): Promise<void>
  stats(): MarketStats
}

/** Makes the market. Throws an Error of one line when the setting contradicts the database. */
export function createMarket(options: MarketOptions): Market {
  const { clock, log, store } = options
  const plan = planOf(options.config, options.rememberedKind)
  const counters = newCounters()
  const ticks = createListeners<Tick>(log)
  const changes = createListeners<number>(log)
  const stores = createListeners<void>(log)
  const outlet = coalesce<Tick>(clock, TICK_PAUSE, ticks.tell)
  const past = pastOpens(store, clock)
  const stopping = new AbortController()
  let kind: MarketKind = plan.kind
  let feed: Feed | null = null
  let last: Tick | null = null
  let version = 0
  let stopTelling = () => {}
  let volatility = { version: -1, s60: null as number | null }

  const history = () => feed?.history() ?? null
  const series = () => history()?.series ?? null

  /** The last tick, unless the source has changed or its newest candle opened after that tick. */
  const newestKnown = (): Tick | null => {
    const source = feed?.source() ?? null
    const candle = series()?.newest() ?? null
    if (source === null || candle === null) return last
    const current = last !== null && last.source === source && last.time >= candle.otime
    return current ? last : { price: candle.open, time: candle.otime, source }
  }

  const firstOpenFrom = async (instant: number, before: number) => {
    const present = history()
    if (present === null) throw new Error('the market has no source yet')
    return past.firstFrom(present, instant, before)
  }

  const market: Market = {
    kind: () => kind,
    source: () => feed?.source() ?? null,
    price: () => {
      const tick = newestKnown()
      return tick === null ? null : livePrice(tick, kind, clock.now())
    },
    candles: (limit) => series()?.take(limit) ?? [],
    version: () => version,
    firstOpenFrom,
    s60: () => {
      if (volatility.version !== version) {
        const opens = series()?.take(S60_OPENS) ?? []
        const s60 = opens.length === 0 ? null : s60FromOpens(opens.map(({ open }) => Number(open)))
        volatility = { version, s60 }
      }
      return volatility.s60
    },
    onTick: ticks.add,
    onCandles: changes.add,
    onStored: stores.add,
    start: async () => {
      const made = await makeFeed({
        ...options,
        plan,
        counters,
        signal: stopping.signal,
        onTick: (tick) => {
          last = tick
          outlet.push(tick)
        },
        onCandles: () => {
          version++
          changes.tell(version)
        },
        onStored: () => stores.tell(),
      })
      if (stopping.signal.aborted) return
      kind = made.kind
      feed = made.feed
      log.info({ kind }, 'the market starts')
      const { cluster } = options
      if (cluster && kind === 'real') stopTelling = tellFollowers(market, cluster, clock)
      await within(clock, FIRST_CANDLES, feed.start())
    },
    stop: async () => {
      stopping.abort()
      stopTelling()
      outlet.stop()
      await feed?.stop()
    },
    stats: () => ({
      ...counters,
      lastTickAgeMs: last === null ? null : Math.max(0, clock.now() - last.time),
      newestCandle: series()?.newest()?.otime ?? null,
    }),
  }
  return market
}
