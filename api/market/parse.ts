import { HOUR_MS } from '#shared/rules/time.ts'
import type { Bar, Candle } from './types.ts'

/** Prices outside this range (USDT) are errors of the source. */
const LOWEST = 100
const HIGHEST = 10_000_000
const DECIMAL = /^(0|[1-9]\d{0,7})(\.\d{1,12})?$/

/** Whether a value is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses a JSON object; null for anything else. Never throws. */
export function parseRecord(message: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(message)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/**
 * Parses a price: a plain decimal string between 100 and 10 million, else null. Removes trailing zeros
 * after the second decimal, so that `84000.01000000` equals `84000.01`.
 */
export function parsePrice(value: unknown): string | null {
  if (typeof value !== 'string' || !DECIMAL.test(value)) return null
  const number = Number(value)
  if (number < LOWEST || number > HIGHEST) return null
  const [whole = '', decimals = ''] = value.split('.')
  return `${whole}.${decimals.replace(/0+$/, '').padEnd(2, '0')}`
}

/** Parses epoch milliseconds from a number or a digit string; null for anything else. */
export function parseInstant(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null
}

/** Index of the base volume in the rows of every exchange. */
const VOLUME = 5

/** A high or low beyond this factor of the open is an error of the source. */
const MAX_WICK = 2

/** Parses a base volume (BTC) to a decimal string without trailing zeros; null for anything else. */
export function parseVolume(value: unknown): string | null {
  const text = typeof value === 'number' ? value.toFixed(8) : value
  if (typeof text !== 'string' || !/^\d{1,12}(\.\d{1,12})?$/.test(text)) return null
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** Parses high, low, close and volume of a row; null unless open and close lie between low and high. */
function parseBar(row: readonly unknown[], open: string): Bar | null {
  const [high, low, close] = [parsePrice(row[2]), parsePrice(row[3]), parsePrice(row[4])]
  const volume = parseVolume(row[VOLUME])
  if (high === null || low === null || close === null || volume === null) return null
  const bar = { high, low, close, volume }
  return isBarOf(open, bar) ? bar : null
}

/** Whether a bar is possible for an hour with this open. Floating point is exact enough for it. */
export function isBarOf(open: string, { high, low, close }: Bar): boolean {
  const [highest, lowest, first, last] = [Number(high), Number(low), Number(open), Number(close)]
  const isInside = Math.min(first, last) >= lowest && Math.max(first, last) <= highest
  return isInside && highest <= first * MAX_WICK && lowest >= first / MAX_WICK
}

/**
 * Parses a candle row: an array of opening time, open, high, low, close and base volume. A running hour
 * has no bar, and without volume it is rejected, because it repeats the last close.
 */
export function parseCandle(row: unknown, currentHour: number): Candle | null {
  if (!Array.isArray(row)) return null
  const otime = parseInstant(row[0])
  const open = parsePrice(row[1])
  if (otime === null || open === null || otime % HOUR_MS !== 0 || otime > currentHour) return null
  if (otime === currentHour) return Number(row[VOLUME]) === 0 ? null : { otime, open }
  const bar = parseBar(row, open)
  return bar ? { otime, open, bar } : { otime, open }
}
