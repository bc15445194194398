import { CANDLES_MAX } from '#shared/contract/endpoints.ts'
import type { ExchangeName } from '#shared/rules/exchanges.ts'
import { HOUR_MS } from '#shared/rules/time.ts'

/** The origin of a price: an exchange, recorded candles (`replay`) or a random walk (`simulated`). */
export type SourceName = ExchangeName | 'replay' | 'simulated'

/** High, low, close and volume of a finished hour: decimal strings, prices in USDT and the base volume in BTC. */
export interface Bar {
  high: string
  low: string
  close: string
  volume: string
}

/** One hour of BTC/USDT: `otime` in epoch milliseconds, on the hour (UTC); `open` a decimal string. */
export interface Candle {
  otime: number
  open: string
  /** Missing while the hour runs and for hours that were stored before bars were. */
  bar?: Bar
}

/** One price of BTC/USDT: `price` a decimal string, `time` in epoch milliseconds (UTC). */
export interface Tick {
  price: string
  time: number
  source: SourceName
}

/** Stores candles, one series per source. */
export interface CandleStore {
  /** `otime` of the newest stored candle, or null when there is none. */
  newest(source: SourceName): Promise<number | null>
  /** Inserts new candles and updates the bars of stored ones; never changes a stored open. */
  save(source: SourceName, candles: readonly Candle[]): Promise<void>
  /** The newest `limit` candles, newest first. */
  latest(source: SourceName, limit: number): Promise<Candle[]>
  /** The first candle with `from <= otime < before`, or null. */
  firstFrom(source: SourceName, from: number, before: number): Promise<Candle | null>
}

/** The time shift of a replay. */
export interface Anchor {
  /** SHA-256 of the file, hexadecimal. */
  fileHash: string
  /** Added to the times of the file: a whole number of weeks in milliseconds. */
  shiftMs: number
}

/** Stores the shift of a replay across restarts. */
export interface ReplayAnchor {
  load(): Promise<Anchor | null>
  save(anchor: Anchor): Promise<void>
}

/** The part of a pino logger that the market needs. */
export interface MarketLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** A random number in [0, 1), such as `Math.random`. */
export type Random = () => number

/** Milliseconds. */
export const SECOND = 1000

/** The longest candle history in memory and in replies. */
export const MAX_CANDLES = CANDLES_MAX

/** The start of the hour of `instant`, epoch milliseconds (UTC). */
export function hourOf(instant: number): number {
  return Math.floor(instant / HOUR_MS) * HOUR_MS
}

/** Totals for the metrics, since the process started. */
export interface Counters {
  /** Reconnections of the live stream. */
  reconnects: number
  /** Changes of the exchange. */
  switches: number
  /** Values of the exchange that could not be parsed. */
  rejected: number
  /** Prices and candles withheld as outliers until a second reading. */
  withheld: number
  /** Prices that are not newer than the previous one. */
  outOfOrder: number
  /** Candles whose open differs in a later reading; the first is retained. */
  conflicts: number
  /** Failed REST requests. */
  failures: number
  /** Failed attempts to store candles, which are retried. */
  storeFailures: number
}

/** Creates counters at zero. */
export function createCounters(): Counters {
  return {
    reconnects: 0,
    switches: 0,
    rejected: 0,
    withheld: 0,
    outOfOrder: 0,
    conflicts: 0,
    failures: 0,
    storeFailures: 0,
  }
}
