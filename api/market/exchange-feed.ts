import { type Clock, every } from '#api/infrastructure/clock.ts'
import type { Exchange } from './exchange.ts'
import { type ExchangeStream, openExchangeStream } from './exchange-stream.ts'
import type { Feed, FeedEvents } from './feed.ts'
import { createHistory, EXCHANGE_GAP_RETRIES, type History } from './history.ts'
import { createPriceFilter } from './outlier-filter.ts'
import { findAnsweringExchange, newestStoredExchange } from './select-exchange.ts'
import type { CandleStore, Counters, MarketLog, Random } from './types.ts'
import { HOUR } from './types.ts'

/** How long candles or ticks may fail before another exchange is searched (ms). */
const DEAD = 600_000
const CHECK_PAUSE = 5000
const SEARCH_PAUSE = 30_000
const SEARCH_BUDGET = 4000

export interface ExchangeFeedOptions extends FeedEvents {
  /** In order of preference; at least one. */
  exchanges: readonly Exchange[]
  /** The exchange that is known to answer, or null to search for one. */
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
  /** Has answered since it was activated. */
  hasAnswered: boolean
}

/**
 * Creates the feed of real prices from one exchange at a time. It changes to another when that one
 * blocks this country, has never answered, or has been dead for ten minutes. It does not return when
 * a preferred exchange recovers: switching back and forth would mix their prices in one history.
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

  /** Replaces the active source once the new one has candles; drops the new one when it has none. */
  const activate = async (exchange: Exchange, hasAnswered: boolean) => {
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
    const next: ActiveSource = { exchange, history, stream: closed, isBlocked: false, hasAnswered }
    loading = history
    const previous = active
    active ??= next
    await history.start()
    const isEmpty = history.series.newest() === null
    if (stopping.signal.aborted || (previous !== null && isEmpty)) return history.stop()
    active = next
    if (previous !== null) {
      counters.switches++
      log.warn({ from: previous.exchange.name, to: exchange.name }, 'the price source changes')
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
    if (failing === null) source.hasAnswered = true
    if (source.isBlocked || (failing !== null && !source.hasAnswered)) return true
    if (failing !== null && now - failing >= DEAD) return true
    return now - source.stream.lastDataAt() >= DEAD
  }

  const search = async (source: ActiveSource) => {
    const others = exchanges.filter((exchange) => exchange !== source.exchange)
    const found = await findAnsweringExchange(others, SEARCH_BUDGET, clock, stopping.signal)
    nextSearch = clock.now() + SEARCH_PAUSE
    if (found === null || stopping.signal.aborted) return
    await activate(found, true)
  }

  const check = () => {
    if (isSearching || active === null || !isDead(active) || clock.now() < nextSearch) return
    isSearching = true
    searching = search(active)
      .catch((error) => log.warn({ error: `${error}` }, 'the search for an exchange failed'))
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
        (await findAnsweringExchange(exchanges, SEARCH_BUDGET, clock, stopping.signal))
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
