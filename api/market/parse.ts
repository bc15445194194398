import type { Candle } from './types.ts'
import { HOUR } from './types.ts'

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

/**
 * Parses a candle row: an array of opening time and open, with the base volume at index 5. Rejects a
 * candle of the current hour without volume, because it repeats the last close.
 */
export function parseCandle(row: unknown, currentHour: number): Candle | null {
  if (!Array.isArray(row)) return null
  const otime = parseInstant(row[0])
  const open = parsePrice(row[1])
  if (otime === null || open === null || otime % HOUR !== 0 || otime > currentHour) return null
  if (otime === currentHour && Number(row[VOLUME]) === 0) return null
  return { otime, open }
}
