import type { Candle } from './types.ts'
import { HOUR } from './types.ts'

/** Values outside this range are errors of the source. */
const LOWEST = 100
const HIGHEST = 10_000_000
const DECIMAL = /^(0|[1-9]\d{0,7})(\.\d{1,12})?$/

/** Whether the fields of a value may be read. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses a message of a stream; null when it is no JSON object. Never throws. */
export function parseRecord(message: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(message)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/**
 * Parses a price: a plain decimal string in a sane range, else null. Trailing zeros after the second
 * decimal are removed, so that `84000.01000000` equals `84000.01`.
 */
export function parsePrice(value: unknown): string | null {
  if (typeof value !== 'string' || !DECIMAL.test(value)) return null
  const number = Number(value)
  if (number < LOWEST || number > HIGHEST) return null
  const [whole = '', decimals = ''] = value.split('.')
  return `${whole}.${decimals.replace(/0+$/, '').padEnd(2, '0')}`
}

/** Parses an instant, a number or a string of digits, to epoch ms; null when it is neither. */
export function parseInstant(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null
}

/**
 * Parses a candle row of any exchange: an array that begins with opening time and open. A candle of
 * the current hour without volume only repeats the last close, so it is refused.
 * @param volumeIndex the index of the traded volume in the row
 */
export function parseCandle(row: unknown, volumeIndex: number, currentHour: number): Candle | null {
  if (!Array.isArray(row)) return null
  const otime = parseInstant(row[0])
  const open = parsePrice(row[1])
  if (otime === null || open === null || otime % HOUR !== 0 || otime > currentHour) return null
  if (otime === currentHour && Number(row[volumeIndex]) === 0) return null
  return { otime, open }
}
