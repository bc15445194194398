import { CANDLES_MAX } from '#shared/contract/candles.ts'
import type { MarketKind } from '#shared/contract/price.ts'
import type { ExchangeName } from '#shared/rules/exchanges.ts'
import type { Freshness } from '#shared/rules/freshness.ts'
import { HOUR_MS, WEEK_MS } from '#shared/rules/schedule.ts'

/** Who made a price. The exchanges are real; `replay` plays recorded candles, `simulated` invents them. */
export type SourceName = ExchangeName | 'replay' | 'simulated'

/** One hour of BTC/USDT: `otime` in epoch milliseconds, on the hour (UTC); `open` a decimal string. */
export interface Candle {
  otime: number
  open: string
}

/** One price of BTC/USDT: `price` a decimal string, `time` in epoch milliseconds (UTC). */
export interface Tick {
  price: string
  time: number
  source: SourceName
}

/** The newest known price and how far it may be trusted. */
export interface LivePrice {
  value: string
  time: number
  source: SourceName
  freshness: Freshness
  kind: MarketKind
  ageMs: number
}

/** Where candles are kept, one series per source. */
export interface CandleStore {
  /** `otime` of the newest stored candle, or null when there is none. */
  newest(source: SourceName): Promise<number | null>
  /** Adds what is missing. An open that is stored already is never changed. */
  save(source: SourceName, candles: readonly Candle[]): Promise<void>
  /** The newest `limit` candles, newest first. */
  latest(source: SourceName, limit: number): Promise<Candle[]>
  /** The first candle with `from <= otime < before`, or null. */
  firstFrom(source: SourceName, from: number, before: number): Promise<Candle | null>
}

/** Where a replayed file was first laid in time. */
export interface Anchor {
  /** SHA-256 of the file, hexadecimal. */
  fileHash: string
  /** What is added to the file's times, a whole number of weeks in milliseconds. */
  shiftMs: number
}

/** Keeps the anchor of a replay over restarts. */
export interface ReplayAnchor {
  load(): Promise<Anchor | null>
  save(anchor: Anchor): Promise<void>
}

/** What the market needs of a log; a pino logger fits. */
export interface MarketLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** A number in [0, 1), as `Math.random` gives it. */
export type Random = () => number

/** A function that ends a subscription. */
export type Unsubscribe = () => void

/** Milliseconds, by the short names this room counts in. */
export const SECOND = 1000
export const HOUR = HOUR_MS
export const WEEK = WEEK_MS

/** The longest candle history that is kept and served. */
export const MAX_CANDLES = CANDLES_MAX

/** The start of the hour that `instant` falls in, epoch milliseconds (UTC). */
export function hourOf(instant: number): number {
  return Math.floor(instant / HOUR) * HOUR
}
