import { backoff } from '#api/infrastructure/backoff.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { createDoubts } from './doubts.ts'
import type { CandleReply, CandleRequest } from './exchange.ts'
import { ExchangeError } from './rest.ts'
import { createSeries, oldestOf, type Series } from './series.ts'
import type { Counters } from './stats.ts'
import type { Candle, CandleStore, MarketLog, Random, SourceName } from './types.ts'
import { HOUR, hourOf, MAX_CANDLES } from './types.ts'

/** After the turn of an hour the exchange needs a moment to open the new candle. */
const TURN_DELAY = 250
/** While nothing is due: how often to look at the clock, so that sleep and clock jumps are noticed. */
const IDLE = 5000
const LONGEST_RETRY = 30_000

/** An exchange may fill a gap late: it is asked three times, ten minutes apart. */
export const EXCHANGE_GAPS = { asks: 3, pause: 600_000 }

/** Where candles come from: an exchange, or the replayed or simulated market. */
export interface CandleOrigin {
  name: SourceName
  /** How often an hour without a candle is asked for again, and the pause in between (ms). */
  gaps: { asks: number; pause: number }
  candles(request: CandleRequest): Promise<CandleReply>
}

export interface HistoryOptions {
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
  /** Called when the origin refuses service to this country. */
  onBlocked: () => void
}

/** Keeps the candles of one source complete up to the current hour. */
export interface History {
  readonly source: SourceName
  readonly series: Series
  /** Loads what is stored, then catches up once; keeps going by itself. Never rejects. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Looks at the origin now, at its gaps too, and not first when that is due. */
  look(): void
  /** Since when the origin has not answered (epoch ms), or null while it does. */
  failingSince(): number | null
  /**
   * Asks the origin for the first candle with `from <= otime < before` (epoch ms); null when it has
   * none. Throws when the origin cannot be asked or its answer cannot be trusted.
   */
  ask(from: number, before: number): Promise<Candle | null>
}

/**
 * The candle rule: newest first, one per hour, at most 3000; fetch the hours missed plus one; try
 * again after a random 500 to 2000 ms while the newest candle is not the current hour (longer when
 * the origin fails, or says how long). Hours the origin does not have are asked for again a bounded
 * number of times and then stay gaps.
 */
export function createHistory(options: HistoryOptions): History {
  const { origin, store, clock, random, log, counters } = options
  const series = createSeries()
  const doubts = createDoubts()
  const gapAsks = new Map<number, number>()
  const unsaved = new Map<number, Candle>()
  const stopping = new AbortController()
  let cancel = () => {}
  let loaded = false
  let failures = 0
  let failingSince: number | null = null
  let gapsDueAt = 0
  let running: Promise<void> = Promise.resolve()
  let isWorking = false
  let isAskedToLook = false

  const load = async () => {
    const stored = await store.latest(origin.name, MAX_CANDLES)
    const oldest = oldestOf(hourOf(clock.now()))
    if (series.add(stored.filter(({ otime }) => otime >= oldest)).length > 0) options.onChange()
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
      log.warn({ error: `${error}` }, 'candles could not be stored; will try again')
    }
  }

  /** Fetches hours and takes in what can be believed. */
  const take = async (from: number, limit: number) => {
    const reply = await origin.candles({ from, limit, signal: stopping.signal })
    const { believed, doubted } = doubts.sift(reply.candles, series.before)
    counters.rejected += reply.rejected
    counters.doubted += doubted.length
    for (const { otime, open } of believed) {
      const known = series.at(otime)
      if (known && Number(known.open) !== Number(open)) counters.conflicts++
    }
    for (const candle of believed) {
      if (!series.at(candle.otime)) unsaved.set(candle.otime, candle)
    }
    const oldest = oldestOf(hourOf(clock.now()))
    const fresh = series.add(believed.filter(({ otime }) => otime >= oldest))
    if (fresh.length > 0) options.onChange()
    await save()
    return { believed, sure: reply.rejected === 0 && doubted.length === 0 }
  }

  const catchUp = async () => {
    const hour = hourOf(clock.now())
    const newest = series.newest()
    if (newest && newest.otime >= hour) return
    const missed = newest ? (hour - newest.otime) / HOUR : MAX_CANDLES
    const count = Math.min(MAX_CANDLES, missed + 1)
    await take(hour - (count - 1) * HOUR, count)
  }

  const isGap = (otime: number) => (gapAsks.get(otime) ?? 0) >= origin.gaps.asks

  /** An ask is used up before it is made, so that one that fails is not repeated for ever. */
  const fillGaps = async () => {
    while (clock.now() >= gapsDueAt) {
      const due = series.missing(hourOf(clock.now()), isGap)
      const [first] = due
      const last = due.at(-1)
      if (first === undefined || last === undefined) return
      for (const at of due) gapAsks.set(at, (gapAsks.get(at) ?? 0) + 1)
      gapsDueAt = clock.now() + origin.gaps.pause
      await take(first, (last - first) / HOUR + 1)
    }
  }

  /** One round of work; returns the wait before the next one in milliseconds. */
  const work = async () => {
    try {
      if (!loaded) await load()
      await catchUp()
      const upToDate = (series.newest()?.otime ?? 0) >= hourOf(clock.now())
      if (upToDate) await fillGaps()
      await save()
      failures = 0
      failingSince = null
      return upToDate ? untilNextLook(clock.now()) : retryDelay(random)
    } catch (error) {
      if (stopping.signal.aborted) return IDLE
      counters.failures++
      failures++
      log.warn({ source: origin.name, error: `${error}` }, 'candles could not be fetched')
      failingSince ??= clock.now()
      if (error instanceof ExchangeError && error.reason === 'blocked') options.onBlocked()
      if (error instanceof ExchangeError && error.reason === 'limited') return error.retryAfterMs
      if (failures === 1) return retryDelay(random)
      return backoff(failures, 1000, LONGEST_RETRY, random)
    }
  }

  const run = () => {
    isWorking = true
    isAskedToLook = false
    running = work().then((delay) => {
      isWorking = false
      if (stopping.signal.aborted) return
      if (isAskedToLook) run()
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
    look: () => {
      gapsDueAt = 0
      isAskedToLook = true
      if (isWorking || stopping.signal.aborted) return
      cancel()
      run()
    },
    failingSince: () => failingSince,
    ask: async (from, before) => {
      const { believed, sure } = await take(from, Math.ceil((before - from) / HOUR))
      if (!sure) throw new ExchangeError('failed', 'the answer has values that cannot be believed')
      return believed.find(({ otime }) => otime >= from && otime < before) ?? null
    },
  }
}

function retryDelay(random: Random): number {
  return 500 + Math.round(1500 * random())
}

function untilNextLook(now: number): number {
  return Math.min(IDLE, hourOf(now) + HOUR + TURN_DELAY - now)
}
