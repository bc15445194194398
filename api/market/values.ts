import type { Candle } from './types.ts'
import { HOUR } from './types.ts'

/** Far outside anything BTC/USDT has been or could sensibly become: such a value is a mistake. */
const LOWEST = 100
const HIGHEST = 10_000_000
const DECIMAL = /^(0|[1-9]\d{0,7})(\.\d{1,12})?$/

/**
 * A price from outside: a plain decimal string in a sane range, else null. Zeros at the end are cut
 * off after the second decimal, so that `84000.01000000` and `84000.01` read the same.
 */
export function asPrice(value: unknown): string | null {
  if (typeof value !== 'string' || !DECIMAL.test(value)) return null
  const number = Number(value)
  if (number < LOWEST || number > HIGHEST) return null
  const [whole = '', decimals = ''] = value.split('.')
  return `${whole}.${decimals.replace(/0+$/, '').padEnd(2, '0')}`
}

/** An instant from outside (a number, or digits as some exchanges send it), in epoch ms, else null. */
export function asInstant(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null
}

/** True for an object whose fields may be read. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * A candle row of any of the exchanges: an array that begins with the opening time and the open.
 * `volumeAt` is the index of the traded volume. A candle of the hour that runs at `now` without any
 * volume is a placeholder that repeats the last close, not yet an open, and is refused.
 */
export function asCandle(row: unknown, volumeAt: number, currentHour: number): Candle | null {
  if (!Array.isArray(row)) return null
  const otime = asInstant(row[0])
  const open = asPrice(row[1])
  if (otime === null || open === null || otime % HOUR !== 0 || otime > currentHour) return null
  if (otime === currentHour && Number(row[volumeAt]) === 0) return null
  return { otime, open }
}
