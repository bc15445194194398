import { type Clock, within } from '#api/infrastructure/clock.ts'
import { createListeners } from '#api/infrastructure/listeners.ts'
import type { MarketKind } from '#shared/contract/price.ts'
import { s60FromOpens } from '#shared/rules/offer.ts'
import type { DayMark } from '#shared/rules/open-worth.ts'
import { dayStart } from '#shared/rules/time.ts'
import { createFeed, type MarketConfig, planFeed } from './create-feed.ts'
import type { Endpoints } from './exchange.ts'
import type { Feed } from './feed.ts'
import { createOpenLookup } from './open-lookup.ts'
import { type MarketPrice, priceAt } from './price.ts'
import { type Cluster, publishMarket } from './shared-feed.ts'
import { throttle } from './throttle.ts'
import {
  type Candle,
  type CandleStore,
  type Counters,
  createCounters,
  type MarketLog,
  type Random,
  type ReplayAnchor,
  type SourceName,
  type Tick,
} from './types.ts'

/** Limits listeners to four ticks per second (ms). */
const TICK_PAUSE = 250
/** Maximum wait for a source and its first candles at the start (ms). */
const FIRST_CANDLES = 8000
/** 60 days of hourly returns need one more open than hours. */
const S60_OPENS = 60 * 24 + 1

const s60Of = (candles: readonly Candle[]) => s60FromOpens(candles.map(({ open }) => Number(open)))

/** The market at `time` (epoch ms) by candles, newest first; null without the candle of that hour. */
function markAt(time: number, candles: readonly Candle[]): DayMark | null {
  const index = candles.findIndex(({ otime }) => otime === time)
  const candle = candles[index]
  if (!candle) return null
  return { time, price: candle.open, s60: s60Of(candles.slice(index, index + S60_OPENS)) }
}

interface MarketOptions {
  config: MarketConfig
  /** The recorded market kind of the database; null for a new one. */
  recordedKind: MarketKind | null
  clock: Clock
  random: Random
  store: CandleStore
  replayAnchor: ReplayAnchor
  log: MarketLog
  endpoints: Endpoints
  /** Unset for the only instance on its database. */
  cluster?: Cluster
}

interface MarketStats extends Counters {
  /** Age of the newest tick in milliseconds, null before the first. */
  lastTickAgeMs: number | null
  /** `otime` of the newest candle, null without one. */
  newestCandle: number | null
}

/** The BTC/USDT market. Prices are decimal strings, instants epoch ms (UTC). */
export interface Market {
  /** The kind of prices; final once `start` has resolved. */
  kind(): MarketKind
  /** The source of the prices; null before the start. */
  source(): SourceName | null
  /** The newest known price: the last tick, else the open of the newest candle, else null. */
  price(): MarketPrice | null
  /** The newest `limit` candles, newest first, from memory. */
  candles(limit: number): Candle[]
  /** Increases whenever the candle list or the source changes. */
  version(): number
  /**
   * The first candle that opened in `[instant, before)`; null when the source has none (yet).
   * Rejects while the source is unavailable: callers must retry and not treat that as null.
   */
  firstOpenFrom(instant: number, before: number): Promise<Candle | null>
  /** Volatility per square root of a day over the last 60 days (a fraction); null without candles. */
  s60(): number | null
  /** Price and volatility at the last 00:00 UTC; null while its candle is unknown. */
  dayMark(): DayMark | null
  /** Calls `listener` with new prices, at most four per second. */
  onTick(listener: (tick: Tick) => void): () => void
  /** Calls `listener` with the version after the candle list has changed. */
  onCandles(listener: (version: number) => void): () => void
  /** Calls `listener` after this process has stored candles. */
  onStored(listener: () => void): () => void
  /** Starts the feed; rejects only when a replay file cannot be used. */
  start(): Promise<void>
  stop(): Promise<void>
  stats(): MarketStats
}

/** Creates the market. @throws Error of one line when PRICE_FEED contradicts the database */
export function createMarket(options: MarketOptions): Market {
  const { clock, log, store } = options
  const plan = planFeed(options.config, options.recordedKind)
  const counters = createCounters()
  const onError = (error: unknown) => log.warn({ error: `${error}` }, 'a market listener failed')
  const ticks = createListeners<Tick>(onError)
  const changes = createListeners<number>(onError)
  const stores = createListeners<void>(onError)
  const throttled = throttle<Tick>(clock, TICK_PAUSE, ticks.notify)
  const opens = createOpenLookup(store, clock)
  const stopping = new AbortController()
  let kind: MarketKind = plan.kind
  let feed: Feed | null = null
  let last: Tick | null = null
  let version = 0
  let stopPublishing = () => {}
  let mark: { version: number; time: number; value: DayMark | null } = {
    version: -1,
    time: 0,
    value: null,
  }
  let volatility: { version: number; s60: number | null } = { version: -1, s60: null }

  const history = () => feed?.history() ?? null
  const series = () => history()?.series ?? null

  /** The last tick, unless the source has changed or its newest candle opened after that tick. */
  const newestTick = (): Tick | null => {
    const source = feed?.source() ?? null
    const candle = series()?.newest() ?? null
    if (source === null || candle === null) return last
    const current = last !== null && last.source === source && last.time >= candle.otime
    return current ? last : { price: candle.open, time: candle.otime, source }
  }

  const firstOpenFrom = async (instant: number, before: number) => {
    const present = history()
    if (present === null) throw new Error('the market has no source yet')
    return opens.firstFrom(present, instant, before)
  }

  const market: Market = {
    kind: () => kind,
    source: () => feed?.source() ?? null,
    price: () => {
      const tick = newestTick()
      return tick === null ? null : priceAt(tick, kind, clock.now())
    },
    candles: (limit) => series()?.take(limit) ?? [],
    version: () => version,
    firstOpenFrom,
    s60: () => {
      if (volatility.version !== version) {
        const candles = series()?.take(S60_OPENS) ?? []
        volatility = { version, s60: candles.length === 0 ? null : s60Of(candles) }
      }
      return volatility.s60
    },
    dayMark: () => {
      const time = dayStart(clock.now())
      if (mark.version !== version || mark.time !== time) {
        mark = { version, time, value: markAt(time, series()?.all() ?? []) }
      }
      return mark.value
    },
    onTick: ticks.add,
    onCandles: changes.add,
    onStored: stores.add,
    start: async () => {
      const created = await createFeed({
        ...options,
        plan,
        counters,
        signal: stopping.signal,
        onTick: (tick) => {
          last = tick
          throttled.push(tick)
        },
        onCandles: () => {
          version++
          changes.notify(version)
        },
        onStored: () => stores.notify(),
      })
      if (stopping.signal.aborted) return
      kind = created.kind
      feed = created.feed
      log.info({ kind }, 'market started')
      const { cluster } = options
      if (cluster && kind === 'real') stopPublishing = publishMarket(market, cluster, clock)
      await within(clock, FIRST_CANDLES, feed.start())
    },
    stop: async () => {
      stopping.abort()
      stopPublishing()
      throttled.stop()
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
