import type { Clock } from '#api/infrastructure/clock.ts'
import { backoff } from '#shared/rules/backoff.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { createBarReadings } from './bar-readings.ts'
import type { CandleReply, CandleRequest } from './exchange.ts'
import { createCandleFilter } from './outlier-filter.ts'
import { ExchangeError } from './rest.ts'
import { createSeries, oldestOf, type Series } from './series.ts'
import type { Candle, CandleStore, Counters, MarketLog, Random, SourceName } from './types.ts'
import { hourOf, MAX_CANDLES } from './types.ts'

/** Exchanges publish a new candle shortly after the hour (ms). */
const HOUR_DELAY = 250
/** Interval of checks while nothing is due, to detect sleep and clock changes (ms). */
const IDLE = 5000
const LONGEST_RETRY = 30_000

/** Exchanges may fill gaps late, so each is requested three times, ten minutes apart. */
export const EXCHANGE_GAP_RETRIES = { attempts: 3, pauseMs: 600_000 }

/** The origin of candles: an exchange, a store, or a replayed or simulated market. */
interface CandleOrigin {
  name: SourceName
  /** Number of requests for an hour without a candle, and the pause between them. */
  gapRetries: { attempts: number; pauseMs: number }
  candles(request: CandleRequest): Promise<CandleReply>
}

interface HistoryOptions {
  origin: CandleOrigin
  store: CandleStore
  clock: Clock
  random: Random
  log: MarketLog
  counters: Counters
  /** Called after candles have been added. */
  onChange: () => void
  /** Called after candles were written to the store. */
  onStored: () => void
  /** Called when the origin refuses service for some time, or to this country. */
  onRefused: (error: ExchangeError) => void
}

/** The candles of one source up to the current hour. */
export interface History {
  readonly source: SourceName
  readonly series: Series
  /** Loads stored candles, fetches missing ones once and continues in the background. Never rejects. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Fetches from the origin now, gaps included. */
  refresh(): void
  /** Start of the present outage of the origin (epoch ms); null while it responds. */
  failingSince(): number | null
  /**
   * Fetches the first candle with `from <= otime < before` (epoch ms); null when the origin has none.
   * Rejects when the origin does not respond or its response is not credible.
   */
  fetchFirst(from: number, before: number): Promise<Candle | null>
}

/**
 * Creates the history of one source: up to 3000 hourly candles. Fetches missing hours plus one, retries
 * after 500 to 2000 ms (random; longer after failures), and accepts gaps after `gapRetries`.
 */
export function createHistory(options: HistoryOptions): History {
  const { origin, store, clock, random, log, counters } = options
  const series = createSeries()
  const filter = createCandleFilter()
  const bars = createBarReadings(series)
  const gapAttempts = new Map<number, number>()
  const unsaved = new Map<number, Candle>()
  const stopping = new AbortController()
  let cancel = () => {}
  let loaded = false
  let failures = 0
  let failingSince: number | null = null
  let gapsDueAt = 0
  let running: Promise<void> = Promise.resolve()
  let isUpdating = false
  let isRefreshDue = false

  const load = async () => {
    const stored = await store.latest(origin.name, MAX_CANDLES)
    const oldest = oldestOf(hourOf(clock.now()))
    if (series.add(stored.filter(({ otime }) => otime >= oldest)).length > 0) options.onChange()
    if (stored.length > 0) bars.reset(clock.now())
    loaded = true
  }

  const save = async () => {
    if (unsaved.size === 0) return
    const batch = [...unsaved.values()]
    try {
      await store.save(origin.name, batch)
      for (const { otime } of batch) unsaved.delete(otime)
      options.onStored()
    } catch (error) {
      counters.storeFailures++
      log.warn({ error: `${error}` }, 'candles could not be stored; retrying')
    }
  }

  /** Fetches hours and adds the credible candles. */
  const fetchHours = async (from: number, limit: number) => {
    const reply = await origin.candles({ from, limit, signal: stopping.signal })
    const { accepted, withheld } = filter.split(reply.candles, series.before)
    counters.rejected += reply.rejected
    counters.withheld += withheld.length
    for (const { otime, open } of accepted) {
      const known = series.at(otime)
      if (known && Number(known.open) !== Number(open)) counters.conflicts++
    }
    for (const candle of accepted) {
      if (!series.at(candle.otime)) unsaved.set(candle.otime, candle)
    }
    const oldest = oldestOf(hourOf(clock.now()))
    const fresh = series.add(accepted.filter(({ otime }) => otime >= oldest))
    for (const candle of fresh) unsaved.set(candle.otime, candle)
    bars.record(accepted, clock.now())
    if (fresh.length > 0) options.onChange()
    await save()
    return { accepted, isComplete: reply.rejected === 0 && withheld.length === 0 }
  }

  const catchUp = async () => {
    const hour = hourOf(clock.now())
    const newest = series.newest()
    if (newest && newest.otime >= hour) return
    const missed = newest ? (hour - newest.otime) / HOUR_MS : MAX_CANDLES
    const count = Math.min(MAX_CANDLES, missed + 1)
    await fetchHours(hour - (count - 1) * HOUR_MS, count)
  }

  const isGap = (otime: number) => (gapAttempts.get(otime) ?? 0) >= origin.gapRetries.attempts

  /** Counts an attempt before its request, so that failures are not repeated forever. */
  const fillGaps = async () => {
    while (clock.now() >= gapsDueAt) {
      const due = series.missing(hourOf(clock.now()), isGap)
      const [first] = due
      const last = due.at(-1)
      if (first === undefined || last === undefined) return
      for (const at of due) gapAttempts.set(at, (gapAttempts.get(at) ?? 0) + 1)
      gapsDueAt = clock.now() + origin.gapRetries.pauseMs
      await fetchHours(first, (last - first) / HOUR_MS + 1)
    }
  }

  /** Requests finished hours whose bar is missing or not final. */
  const readBars = async () => {
    const due = bars.take(clock.now())
    const [from] = due
    const last = due.at(-1)
    if (from === undefined || last === undefined) return
    await fetchHours(from, (last - from) / HOUR_MS + 1)
  }

  /** Fetches candles that are due. @returns the delay until the next update (ms) */
  const update = async () => {
    try {
      if (!loaded) await load()
      await catchUp()
      const upToDate = (series.newest()?.otime ?? 0) >= hourOf(clock.now())
      if (upToDate) await fillGaps()
      if (upToDate) await readBars()
      await save()
      failures = 0
      failingSince = null
      return upToDate ? untilNextUpdate(clock.now()) : retryDelay(random)
    } catch (error) {
      if (stopping.signal.aborted) return IDLE
      counters.failures++
      failures++
      log.warn({ source: origin.name, error: `${error}` }, 'candles could not be fetched')
      // Until the stored candles are loaded, the origin has not been asked.
      if (loaded) failingSince ??= clock.now()
      if (error instanceof ExchangeError && error.reason !== 'failed') options.onRefused(error)
      if (error instanceof ExchangeError && error.reason === 'limited') return error.retryAfterMs
      if (failures === 1) return retryDelay(random)
      return backoff(failures, 1000, LONGEST_RETRY, random)
    }
  }

  const run = () => {
    isUpdating = true
    isRefreshDue = false
    running = update().then((delay) => {
      isUpdating = false
      if (stopping.signal.aborted) return
      if (isRefreshDue) run()
      else cancel = clock.after(delay, run)
    })
  }

  return {
    source: origin.name,
    series,
    start: () => {
      run()
      return running
    },
    stop: async () => {
      stopping.abort()
      cancel()
      await running
    },
    refresh: () => {
      gapsDueAt = 0
      bars.reset(clock.now())
      isRefreshDue = true
      if (isUpdating || stopping.signal.aborted) return
      cancel()
      run()
    },
    failingSince: () => failingSince,
    fetchFirst: async (from, before) => {
      const { accepted, isComplete } = await fetchHours(from, Math.ceil((before - from) / HOUR_MS))
      if (!isComplete)
        throw new ExchangeError('failed', 'the response has values that are not credible')
      return accepted.find(({ otime }) => otime >= from && otime < before) ?? null
    },
  }
}

function retryDelay(random: Random): number {
  return 500 + Math.round(1500 * random())
}

function untilNextUpdate(now: number): number {
  return Math.min(IDLE, hourOf(now) + HOUR_MS + HOUR_DELAY - now)
}
