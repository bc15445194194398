import type { Candle } from './types.ts'
import { HOUR } from './types.ts'

/** BTC/USDT has never moved by more than 10 % within an hour in the years on record. */
const LARGEST_JUMP = 0.2
/** A second price this close to a withheld one confirms it. */
const AGREEMENT = 0.02
/** Candles further apart than this are not compared. */
const COMPARABLE = 24 * HOUR

const isJump = (one: string, other: string) =>
  Math.abs(Number(one) / Number(other) - 1) > LARGEST_JUMP

/** Filters live prices. Only ratios are compared, so plain numbers are exact enough. */
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
   * Splits candles into credible ones and those to read once more.
   * @param candles oldest first
   * @param before the youngest known candle of the day before an hour, or null
   */
  split(
    candles: readonly Candle[],
    before: (otime: number) => Candle | null,
  ): { accepted: Candle[]; withheld: Candle[] }
}

/**
 * Creates a filter that withholds an open more than 20 % away from the previous candle (the next one
 * without a previous) until it has been read twice with the same value.
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
