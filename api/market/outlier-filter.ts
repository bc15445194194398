import { HOUR_MS } from '#shared/rules/time.ts'
import type { Candle } from './types.ts'

/** Maximum credible change; the largest recorded hourly move of BTC/USDT is below 10 %. */
const MAX_JUMP = 0.2
/** Maximum difference to a withheld price that confirms it. */
const AGREEMENT = 0.02
/** Maximum distance of compared candles (ms). */
const COMPARABLE = 24 * HOUR_MS

const isJump = (one: string, other: string) => Math.abs(Number(one) / Number(other) - 1) > MAX_JUMP

/** Filters live prices. Compares ratios only, so floating point is exact enough. */
export interface PriceFilter {
  /** Whether `price` (a decimal string) of `time` (epoch ms) is credible. */
  accepts(price: string, time: number): boolean
}

/**
 * Creates a filter that withholds a price more than 20 % away from the last accepted one until a
 * later price agrees within 2 %: a single outlier is never shown, a crash one message late.
 * @param start the price to compare the first one with, or null to accept it
 */
export function createPriceFilter(start: string | null): PriceFilter {
  let last = start
  let withheld: { price: string; time: number } | null = null

  const isConfirmed = (price: string, time: number) =>
    withheld !== null &&
    time > withheld.time &&
    Math.abs(Number(price) / Number(withheld.price) - 1) <= AGREEMENT

  return {
    accepts: (price, time) => {
      if (last !== null && isJump(price, last) && !isConfirmed(price, time)) {
        withheld = { price, time }
        return false
      }
      last = price
      withheld = null
      return true
    },
  }
}

/** Filters candles read from an exchange. */
interface CandleFilter {
  /**
   * Splits candles into credible ones and those that need a second reading.
   * @param candles oldest first
   * @param before returns the newest known candle of the 24 hours before an hour, or null
   */
  split(
    candles: readonly Candle[],
    before: (otime: number) => Candle | null,
  ): { accepted: Candle[]; withheld: Candle[] }
}

/**
 * Creates a filter that withholds an open more than 20 % away from the previous candle (or the next, if
 * there is no previous) until a second reading has the same value.
 */
export function createCandleFilter(): CandleFilter {
  const readings = new Map<number, string>()

  const jumps = (candle: Candle, other: Candle | undefined) =>
    other !== undefined &&
    Math.abs(candle.otime - other.otime) <= COMPARABLE &&
    isJump(candle.open, other.open)

  return {
    split: (candles, before) => {
      const accepted: Candle[] = []
      const withheld: Candle[] = []
      for (const [index, candle] of candles.entries()) {
        const known = before(candle.otime)
        const last = accepted.at(-1)
        const previous = last && (!known || last.otime > known.otime) ? last : known
        const isOutlier = jumps(candle, previous ?? candles[index + 1])
        if (isOutlier && readings.get(candle.otime) !== candle.open) {
          readings.set(candle.otime, candle.open)
          withheld.push(candle)
        } else {
          readings.delete(candle.otime)
          accepted.push(candle)
        }
      }
      return { accepted, withheld }
    },
  }
}
