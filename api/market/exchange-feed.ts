import { type Clock, every } from '#api/infrastructure/clock.ts'
import type { Exchange } from './exchange.ts'
import { bestStored, firstAnswering } from './exchange-choice.ts'
import type { Feed, FeedEvents } from './feed.ts'
import { createHistory, EXCHANGE_GAPS, type History } from './history.ts'
import { jumpGuard } from './jump-guard.ts'
import type { Counters } from './stats.ts'
import { openStream, type Stream } from './stream.ts'
import type { CandleStore, MarketLog, Random } from './types.ts'
import { HOUR } from './types.ts'

/** How long the present exchange may be dead before another is looked for. */
const DEAD = 600_000
const LOOK = 5000
const SEARCH_PAUSE = 30_000
const SEARCH_BUDGET = 4000

export interface ExchangeFeedOptions extends FeedEvents {
  /** In order of preference; at least one. */
  exchanges: readonly Exchange[]
  /** The exchange that is known to answer, or null to look for one. */
  first: Exchange | null
  store: CandleStore
  clock: Clock
  random: Random
  log: MarketLog
  counters: Counters
}

interface Seat {
  exchange: Exchange
  history: History
  stream: Stream
  blocked: boolean
  /** It has answered since it was chosen (or when it was). */
  proven: boolean
}

/**
 * The feed of real prices. One exchange is the source; it is left only when it blocks this country
 * (at once), when it has not answered at all yet, or when its candles or its ticks have been dead
 * for ten minutes. A better exchange that comes back is not returned to before the next start or
 * the next such death: hopping between exchanges would mix their prices in one history.
 */
export function exchangeFeed(options: ExchangeFeedOptions): Feed {
  const { exchanges, store, clock, log, counters, onTick, onCandles } = options
  const stopping = new AbortController()
  let seat: Seat | null = null
  let arriving: History | null = null
  let searching: Promise<void> = Promise.resolve()
  let busy = false
  let nextSearch = 0
  let cancel = () => {}

  /**
   * Makes `exchange` the source. What was there before stays until the new one has candles to show;
   * when it turns out to have none, it stays for good.
   */
  const sit = async (exchange: Exchange, proven: boolean) => {
    const source = exchange.name
    const history = createHistory({
      ...options,
      origin: { ...exchange, gaps: EXCHANGE_GAPS },
      onChange: () => {
        if (seat?.history === history) onCandles()
      },
      onBlocked: () => {
        if (seat?.history === history) seat.blocked = true
      },
    })
    const notYet = { stop: () => {}, lastDataAt: () => clock.now() }
    const mine: Seat = { exchange, history, stream: notYet, blocked: false, proven }
    arriving = history
    const left = seat
    seat ??= mine
    await history.start()
    const newest = history.series.newest()
    if (stopping.signal.aborted || (left !== null && newest === null)) return history.stop()
    seat = mine
    if (left !== null) {
      counters.switches++
      log.warn({ from: left.exchange.name, to: source }, 'the price source changes')
      left.stream.stop()
      await left.history.stop()
    }
    const recent = newest !== null && clock.now() - newest.otime < 2 * HOUR
    mine.stream = openStream({
      ...options,
      format: exchange.stream,
      guard: jumpGuard(recent ? newest.open : null),
      onPrice: (price, time) => onTick({ price, time, source }),
    })
    if (stopping.signal.aborted) mine.stream.stop()
    onCandles()
  }

  const dead = (present: Seat) => {
    const now = clock.now()
    const failing = present.history.failingSince()
    if (failing === null) present.proven = true
    if (present.blocked || (failing !== null && !present.proven)) return true
    if (failing !== null && now - failing >= DEAD) return true
    return now - present.stream.lastDataAt() >= DEAD
  }

  const search = async (present: Seat) => {
    const others = exchanges.filter((exchange) => exchange !== present.exchange)
    const found = await firstAnswering(others, SEARCH_BUDGET, clock, stopping.signal)
    nextSearch = clock.now() + SEARCH_PAUSE
    if (found === null || stopping.signal.aborted) return
    await sit(found, true)
  }

  const look = () => {
    if (busy || seat === null || !dead(seat) || clock.now() < nextSearch) return
    busy = true
    searching = search(seat)
      .catch((error) => log.warn({ error: `${error}` }, 'the search for an exchange failed'))
      .finally(() => {
        busy = false
      })
  }

  return {
    source: () => seat?.exchange.name ?? null,
    history: () => seat?.history ?? null,
    start: async () => {
      const answering =
        options.first ?? (await firstAnswering(exchanges, SEARCH_BUDGET, clock, stopping.signal))
      const exchange = answering ?? (await bestStored(exchanges, store).catch(() => exchanges[0]))
      if (!exchange || stopping.signal.aborted) return
      await sit(exchange, answering !== null)
      if (!stopping.signal.aborted) cancel = every(clock, LOOK, look)
    },
    stop: async () => {
      stopping.abort()
      cancel()
      seat?.stream.stop()
      await Promise.all([seat?.history.stop(), arriving?.stop(), searching])
    },
  }
}
