import type { Candle } from '#shared/contract/candles.ts'
import { CANDLES_MAX } from '#shared/contract/endpoints.ts'
import { isPrice } from '#shared/rules/decimal.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/schedule.ts'

/** Hourly candles, newest first, each hour once, at most `CANDLES_MAX`. */
export type Series = readonly Candle[]

/** A point of the chart: epoch ms, and USDT as a float, which is precise enough to draw. */
export interface Point {
  x: number
  y: number
}

/** The candles as points, oldest first. */
export const toPoints = (series: Series): Point[] =>
  series.map(({ otime, oprice }) => ({ x: otime, y: Number(oprice) })).reverse()

/** Validates a reply of the server. */
export function isSeries(reply: unknown): reply is Series {
  return Array.isArray(reply) && reply.every(isCandle)
}

function isCandle(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (!('otime' in value) || !('oprice' in value)) return false
  return Number.isInteger(value.otime) && typeof value.oprice === 'string' && isPrice(value.oprice)
}

/** The start of the hour of an instant, epoch ms. */
export const hourOf = (instant: number): number => Math.floor(instant / HOUR_MS) * HOUR_MS

/** Whether the newest candle is the current hour's. */
export function isCurrent(series: Series, now: number): boolean {
  const [newest] = series
  return newest !== undefined && newest.otime >= hourOf(now)
}

/** How many candles to fetch: the missing hours and one cached hour, which `continues` compares. */
export function fetchCount(series: Series, now: number): number {
  const [newest] = series
  if (!newest) return CANDLES_MAX
  const missing = Math.max(0, (hourOf(now) - newest.otime) / HOUR_MS)
  return Math.min(CANDLES_MAX, Math.ceil(missing) + 1)
}

/**
 * Whether `fetched` contains the newest cached candle at the same price. Otherwise hours are missing
 * between the two, or the server has switched to another exchange.
 */
export function continues(cached: Series, fetched: Series): boolean {
  const [newest] = cached
  if (!newest) return true
  return fetched.some(({ otime, oprice }) => otime === newest.otime && oprice === newest.oprice)
}

/** Both series as one; a fetched candle replaces the cached one of its hour. */
export function merge(cached: Series, fetched: Series): Series {
  const byHour = new Map<number, Candle>()
  for (const candle of [...cached, ...fetched]) byHour.set(candle.otime, candle)
  return [...byHour.values()].sort((a, b) => b.otime - a.otime).slice(0, CANDLES_MAX)
}

interface SeriesSummary {
  count: number
  first: Candle
  last: Candle
  low: Candle
  high: Candle
}

/** The first, last, lowest and highest candle; null for an empty series. */
export function summarize(series: Series): SeriesSummary | null {
  const [last] = series
  const first = series.at(-1)
  if (!last || !first) return null
  let low = first
  let high = first
  for (const candle of series) {
    if (Number(candle.oprice) < Number(low.oprice)) low = candle
    if (Number(candle.oprice) > Number(high.oprice)) high = candle
  }
  return { count: series.length, first, last, low, high }
}

/** The candles at 00:00 UTC, newest first; rounds count days in UTC too. */
export const dailyOpens = (series: Series): Candle[] =>
  series.filter(({ otime }) => otime % DAY_MS === 0)
