import { type Clock, every } from '#api/infrastructure/clock.ts'
import type { Exchange } from './exchange.ts'
import { type ExchangeStream, openExchangeStream } from './exchange-stream.ts'
import type { Feed, FeedEvents } from './feed.ts'
import { createHistory, EXCHANGE_GAP_RETRIES, type History } from './history.ts'
import { createPriceFilter } from './outlier-filter.ts'
import { findReachableExchange, newestStoredExchange } from './select-exchange.ts'
import type { CandleStore, Counters, MarketLog, Random } from './types.ts'
import { HOUR } from './types.ts'

/** Time without candles or ticks before the feed changes to another exchange (ms). */
const DEAD_MS = 600_000
const CHECK_PAUSE = 5000
const SEARCH_PAUSE = 30_000
const SEARCH_BUDGET = 4000

export interface ExchangeFeedOptions extends FeedEvents {
  /** In order of preference; at least one. */
  exchanges: readonly Exchange[]
  /** A reachable exchange, or null to search for one. */
  first: Exchange | null
  store: CandleStore
  clock: Clock
  random: Random
  log: MarketLog
  counters: Counters
}

/** The exchange in use, with its candles and its live stream. */
interface ActiveSource {
  exchange: Exchange
  history: History
  stream: ExchangeStream
  isBlocked: boolean
  /** Whether it has responded since it was activated. */
  hasResponded: boolean
}

/**
 * Creates the feed of real prices from one exchange. It changes the exchange when the active one blocks
 * this country, never responds, or fails for ten minutes, and never returns: prices would mix.
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

  const openStream = (exchange: Exchange, history: History) => {
    const newest = history.series.newest()
    const isRecent = newest !== null && clock.now() - newest.otime < 2 * HOUR
    return openExchangeStream({
      ...options,
      format: exchange.stream,
      filter: createPriceFilter(isRecent ? newest.open : null),
      onPrice: (price, time) => onTick({ price, time, source: exchange.name }),
    })
  }

  /** Replaces the active source once the new one has candles; stops the new one if it has none. */
  const activate = async (exchange: Exchange, hasResponded: boolean) => {
    const history = createHistory({
      ...options,
      origin: { ...exchange, gapRetries: EXCHANGE_GAP_RETRIES },
      onChange: () => {
        if (active?.history === history) onCandles()
      },
      onBlocked: () => {
        if (active?.history === history) active.isBlocked = true
      },
    })
    const closed = { stop: () => {}, lastDataAt: () => clock.now() }
    const next: ActiveSource = { exchange, history, stream: closed, isBlocked: false, hasResponded }
    loading = history
    const previous = active
    active ??= next
    await history.start()
    const isEmpty = history.series.newest() === null
    if (stopping.signal.aborted || (previous !== null && isEmpty)) return history.stop()
    active = next
    if (previous !== null) {
      counters.switches++
      log.warn({ from: previous.exchange.name, to: exchange.name }, 'price source changed')
      previous.stream.stop()
      await previous.history.stop()
    }
    next.stream = openStream(exchange, history)
    if (stopping.signal.aborted) next.stream.stop()
    onCandles()
  }

  const isDead = (source: ActiveSource) => {
    const now = clock.now()
    const failing = source.history.failingSince()
    if (failing === null) source.hasResponded = true
    if (source.isBlocked || (failing !== null && !source.hasResponded)) return true
    if (failing !== null && now - failing >= DEAD_MS) return true
    return now - source.stream.lastDataAt() >= DEAD_MS
  }

  const search = async (source: ActiveSource) => {
    const others = exchanges.filter((exchange) => exchange !== source.exchange)
    const found = await findReachableExchange(others, SEARCH_BUDGET, clock, stopping.signal)
    nextSearch = clock.now() + SEARCH_PAUSE
    if (found === null || stopping.signal.aborted) return
    await activate(found, true)
  }

  const check = () => {
    if (isSearching || active === null || !isDead(active) || clock.now() < nextSearch) return
    isSearching = true
    searching = search(active)
      .catch((error) => log.warn({ error: `${error}` }, 'exchange search failed'))
      .finally(() => {
        isSearching = false
      })
  }

  return {
    source: () => active?.exchange.name ?? null,
    history: () => active?.history ?? null,
    start: async () => {
      const answering =
        options.first ??
        (await findReachableExchange(exchanges, SEARCH_BUDGET, clock, stopping.signal))
      const exchange =
        answering ?? (await newestStoredExchange(exchanges, store).catch(() => exchanges[0]))
      if (!exchange || stopping.signal.aborted) return
      await activate(exchange, answering !== null)
      if (!stopping.signal.aborted) stopChecks = every(clock, CHECK_PAUSE, check)
    },
    stop: async () => {
      stopping.abort()
      stopChecks()
      active?.stream.stop()
      await Promise.all([active?.history.stop(), loading?.stop(), searching])
    },
  }
}
