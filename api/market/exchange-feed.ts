import { type Clock, every } from '#api/infrastructure/clock.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import type { Exchange } from './exchange.ts'
import { type ExchangeStream, openExchangeStream } from './exchange-stream.ts'
import type { Feed, FeedEvents } from './feed.ts'
import { DEAD_MS, findSource, newestStoredExchange } from './find-source.ts'
import { createHistory, EXCHANGE_GAP_RETRIES, type History } from './history.ts'
import type { CandleStore, Counters, MarketLog, Random } from './types.ts'

/** Time for the first price of an exchange that is used although it has not answered (ms). */
const PROOF_MS = 30_000
const CHECK_PAUSE = 5000
/** Longest time between two checks without a sleep or a step of the clock (ms). */
const LONGEST_CHECK_PAUSE = 3 * CHECK_PAUSE
const SEARCH_PAUSE = 30_000
/** Time to find a source at the start, after which stored prices are shown (ms). */
export const START_BUDGET = 6000

/** The exchange to begin with. */
export interface FirstSource {
  exchange: Exchange
  /** Its open stream once it has answered. */
  live: ExchangeStream | null
  /** Whether its candles and live prices have arrived, in this or in another instance. */
  isProven: boolean
}

export interface ExchangeFeedOptions extends FeedEvents {
  /** In order of preference; at least one. */
  exchanges: readonly Exchange[]
  /** Null to search for one. */
  first: FirstSource | null
  store: CandleStore
  clock: Clock
  random: Random
  log: MarketLog
  counters: Counters
}

/** The exchange in use. */
interface ActiveSource {
  exchange: Exchange
  history: History
  /** Null until the candles are loaded. */
  live: ExchangeStream | null
  activatedAt: number
  isBlocked: boolean
  /** Whether candles and live prices have arrived. */
  isProven: boolean
}

/**
 * Creates the feed of real prices from one exchange: the first whose candles and live stream answer. It
 * changes when the exchange refuses this country, never answers, or fails for ten minutes, and never
 * returns: prices would mix.
 */
export function createExchangeFeed(options: ExchangeFeedOptions): Feed {
  const { exchanges, store, clock, log, counters, onTick, onCandles } = options
  const stopping = new AbortController()
  let active: ActiveSource | null = null
  let loading: History | null = null
  let searching: Promise<void> = Promise.resolve()
  let isSearching = false
  let nextSearch = 0
  let stopChecks = () => {}
  let checkedAt = 0
  /** The first check after the last sleep or step of the clock: outages count from here. */
  let awakeAt = 0

  const search = (among: readonly Exchange[], budgetMs: number) =>
    findSource({ ...options, exchanges: among, budgetMs, signal: stopping.signal })

  const openLive = (exchange: Exchange, history: History) => {
    const newest = history.series.newest()
    const isRecent = newest !== null && clock.now() - newest.otime < 2 * HOUR_MS
    return openExchangeStream(exchange, { ...options, reference: isRecent ? newest.open : null })
  }

  /** Replaces the active source once the new one has candles; stops the new one if it has none. */
  const activate = async ({ exchange, live, isProven }: FirstSource) => {
    const history = createHistory({
      ...options,
      origin: { ...exchange, gapRetries: EXCHANGE_GAP_RETRIES },
      onChange: () => {
        if (active?.history === history) onCandles()
      },
      onRefused: ({ reason, retryAfterMs, endsSessions }) => {
        if (reason === 'blocked') next.isBlocked = true
        if (endsSessions) next.live?.pause(retryAfterMs)
      },
    })
    const activatedAt = clock.now()
    const next: ActiveSource = { exchange, history, live, activatedAt, isBlocked: false, isProven }
    loading = history
    const previous = active
    active ??= next
    await history.start()
    const isEmpty = history.series.newest() === null
    if (stopping.signal.aborted || (previous !== null && isEmpty)) {
      live?.stop()
      return history.stop()
    }
    active = next
    if (previous !== null) {
      counters.switches++
      log.warn({ from: previous.exchange.name, to: exchange.name }, 'price source changed')
      previous.live?.stop()
      await previous.history.stop()
    }
    next.live ??= openLive(exchange, history)
    if (stopping.signal.aborted) next.live.stop()
    else next.live.listen(onTick)
    onCandles()
  }

  /** An instant ahead of the clock was read before the clock was set back. */
  const elapsedSince = (instant: number) => {
    const now = clock.now()
    return now - (instant > now ? awakeAt : Math.max(instant, awakeAt))
  }

  /** Since when the candle of the present hour is missing (epoch ms); null while it is there. */
  const missingSince = ({ history, activatedAt }: ActiveSource) => {
    const end = (history.series.newest()?.otime ?? 0) + HOUR_MS
    return end > clock.now() ? null : Math.max(end, activatedAt)
  }

  const isDead = (source: ActiveSource) => {
    const failing = source.history.failingSince()
    const { live } = source
    if (source.isBlocked) return true
    if (!source.isProven) {
      source.isProven = failing === null && live !== null && live.hasData()
      if (!source.isProven) return failing !== null || elapsedSince(source.activatedAt) >= PROOF_MS
    }
    // A mirror whose candles stand still answers every request.
    const outage = failing ?? missingSince(source)
    if (outage !== null && elapsedSince(outage) >= DEAD_MS) return true
    return live !== null && elapsedSince(live.lastDataAt()) >= DEAD_MS
  }

  const replace = async (source: ActiveSource) => {
    const others = exchanges.filter((exchange) => exchange !== source.exchange)
    const live = await search(others, PROOF_MS)
    nextSearch = clock.now() + SEARCH_PAUSE
    if (live !== null) await activate({ exchange: live.exchange, live, isProven: true })
  }

  const check = () => {
    const now = clock.now()
    // Timers stand still during a sleep, so this check may run before the stream's watchdog.
    if (Math.abs(now - checkedAt) > LONGEST_CHECK_PAUSE) {
      awakeAt = now
      nextSearch = 0
    }
    checkedAt = now
    if (isSearching || active === null || !isDead(active) || now < nextSearch) return
    isSearching = true
    searching = replace(active)
      .catch((error) => log.warn({ error: `${error}` }, 'exchange search failed'))
      .finally(() => {
        isSearching = false
      })
  }

  /** A single exchange has no alternative, so it is not searched for. */
  const findFirst = async (): Promise<FirstSource | null> => {
    if (options.first !== null) return options.first
    const live = exchanges.length > 1 ? await search(exchanges, START_BUDGET) : null
    if (live !== null) return { exchange: live.exchange, live, isProven: true }
    const stored = await newestStoredExchange(exchanges, store).catch(() => exchanges[0])
    return stored ? { exchange: stored, live: null, isProven: false } : null
  }

  return {
    source: () => active?.exchange.name ?? null,
    history: () => active?.history ?? null,
    start: async () => {
      const first = await findFirst()
      if (first === null || stopping.signal.aborted) return first?.live?.stop()
      await activate(first)
      if (stopping.signal.aborted) return
      checkedAt = clock.now()
      stopChecks = every(clock, CHECK_PAUSE, check)
    },
    stop: async () => {
      stopping.abort()
      stopChecks()
      active?.live?.stop()
      await Promise.all([active?.history.stop(), loading?.stop(), searching])
    },
  }
}
