import { bandPrices, compareDecimals } from './decimal.ts'

/** Where a price stands against the reference price. */
export type Direction = 'up' | 'steady' | 'down'
/** What a vote calls. */
export type VoteChoice = Direction | 'unknown'
export type VoteResult = 'HIT' | 'MISS' | 'wait' | 'unknown'

/** The directions in the order they are shown. */
export const DIRECTIONS: readonly Direction[] = ['up', 'steady', 'down']
/** The choices in the order they are shown. */
export const VOTE_CHOICES: readonly VoteChoice[] = [...DIRECTIONS, 'unknown']

/**
 * The band of `price` against `refPrice`, compared exactly: `up` above 1.05 times the reference, `down`
 * below 0.95 times, else `steady`; both edges are steady. Throws a RangeError on malformed prices.
 */
export function outcome(price: string, refPrice: string): Direction {
  const band = bandPrices(refPrice)
  if (compareDecimals(price, band.up) > 0) return 'up'
  if (compareDecimals(price, band.down) < 0) return 'down'
  return 'steady'
}

/**
 * The result of a vote. `settled` is the round's outcome, `void` for a round without a settle price, or
 * null before settlement. Every choice, `unknown` too, waits until then.
 */
export function voteResult(choice: VoteChoice, settled: Direction | 'void' | null): VoteResult {
  if (settled === null) return 'wait'
  if (settled === 'void' || choice === 'unknown') return 'unknown'
  return choice === settled ? 'HIT' : 'MISS'
}
