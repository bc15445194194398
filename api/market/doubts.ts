import type { Candle } from './types.ts'
import { HOUR } from './types.ts'

const LARGEST_JUMP = 0.2
const COMPARABLE = 24 * HOUR

/** Splits candles into those to believe and those to read once more. */
export interface Doubts {
  /**
   * @param candles oldest first
   * @param older the youngest known candle of the day before an hour, or null
   */
  sift(
    candles: readonly Candle[],
    older: (otime: number) => Candle | null,
  ): { believed: Candle[]; doubted: Candle[] }
}

/**
 * An open more than 20 % away from the candle before it (within a day; from the one after it when
 * there is none before) is doubted until it has been read twice with the same value. An hour has
 * never moved BTC/USDT by more than 10 % in the years on record, so a real crash waits one retry.
 */
export function createDoubts(): Doubts {
  const readings = new Map<number, string>()

  const far = (candle: Candle, other: Candle | null | undefined) =>
    other !== null &&
    other !== undefined &&
    Math.abs(candle.otime - other.otime) <= COMPARABLE &&
    Math.abs(Number(candle.open) / Number(other.open) - 1) > LARGEST_JUMP

  return {
    sift: (candles, older) => {
      const believed: Candle[] = []
      const doubted: Candle[] = []
      for (const [index, candle] of candles.entries()) {
        const known = older(candle.otime)
        const last = believed.at(-1)
        const previous = last && (!known || last.otime > known.otime) ? last : known
        const jumps = far(candle, previous ?? candles[index + 1])
        if (jumps && readings.get(candle.otime) !== candle.open) {
          readings.set(candle.otime, candle.open)
          doubted.push(candle)
        } else {
          readings.delete(candle.otime)
          believed.push(candle)
        }
      }
      return { believed, doubted }
    },
  }
}
