import { CANDLES_MAX, type Candle } from '#shared/contract/candles.ts'
import { isPrice } from '#shared/rules/decimal.ts'
import { HOUR_MS } from '#shared/rules/schedule.ts'

/** Hourly candles, newest first, each hour once, at most `CANDLES_MAX`. */
export type Series = readonly Candle[]

/** Whether a reply is a series at all. */
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

/** Whether the newest candle is the one of the current hour. */
export function isCurrent(series: Series, now: number): boolean {
  const [newest] = series
  return newest !== undefined && newest.otime >= hourOf(now)
}

/** How many candles to ask for: the hours missed and one more, which must agree with what is known. */
export function fetchCount(series: Series, now: number): number {
  const [newest] = series
  if (!newest) return CANDLES_MAX
  const missed = Math.max(0, (hourOf(now) - newest.otime) / HOUR_MS)
  return Math.min(CANDLES_MAX, Math.ceil(missed) + 1)
}

/**
 * Whether `fetched` goes on where `known` ends: it has the newest known candle, at the same price.
 * Otherwise hours lie between them, or the server now reads another exchange.
 */
export function goesOn(known: Series, fetched: Series): boolean {
  const [newest] = known
  if (!newest) return true
  return fetched.some(({ otime, oprice }) => otime === newest.otime && oprice === newest.oprice)
}

/** Both together; where both have an hour, the fetched one holds. */
export function merge(known: Series, fetched: Series): Series {
  const byHour = new Map<number, Candle>()
  for (const candle of [...known, ...fetched]) byHour.set(candle.otime, candle)
  return [...byHour.values()].sort((a, b) => b.otime - a.otime).slice(0, CANDLES_MAX)
}
