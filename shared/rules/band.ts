import { compareDecimals, multiplyDecimals } from './decimal.ts'

/** Position of a price relative to the ±5 % band around the reference price. */
export type Direction = 'up' | 'steady' | 'down'
/** The direction of a vote; `unknown` takes part without a direction and never scores. */
export type VoteChoice = Direction | 'unknown'
export type VoteResult = 'HIT' | 'MISS' | 'wait' | 'unknown'

/** The directions in display order. */
export const DIRECTIONS: readonly Direction[] = ['up', 'steady', 'down']
/** The choices in display order. */
export const VOTE_CHOICES: readonly VoteChoice[] = [...DIRECTIONS, 'unknown']

/** Symbols shown beside the color, so that a direction never depends on color alone. */
export const DIRECTION_MARKS: Readonly<Record<VoteChoice, string>> = {
  up: '▲',
  steady: '■',
  down: '▼',
  unknown: '??',
}

/** Edges of the ±5 % band as multiples of the reference price, decimal strings. */
export const BAND_RATIOS = { up: '1.05', down: '0.95' } as const

/** The exact edges of the band around a reference price. Throws a RangeError on a malformed price. */
export function bandPrices(refPrice: string): { up: string; down: string } {
  return {
    up: multiplyDecimals(refPrice, BAND_RATIOS.up),
    down: multiplyDecimals(refPrice, BAND_RATIOS.down),
  }
}

/**
 * Band of `price` relative to `refPrice`, compared exactly: `up` above +5 %, `down` below −5 %, else
 * `steady`; both edges are steady. Throws a RangeError on malformed prices.
 */
export function outcome(price: string, refPrice: string): Direction {
  const band = bandPrices(refPrice)
  if (compareDecimals(price, band.up) > 0) return 'up'
  if (compareDecimals(price, band.down) < 0) return 'down'
  return 'steady'
}

/** The edge between `price` and a direction's band, and the share by which the price must move to it. */
export interface Move {
  /** Decimal string. */
  edge: string
  /** For display only. */
  share: number
}

/** The move by which `price` reaches a direction's band; null in it. */
export function moveTo(direction: Direction, price: string, refPrice: string): Move | null {
  const current = outcome(price, refPrice)
  if (current === direction) return null
  const { up, down } = bandPrices(refPrice)
  const edge = direction === 'up' || (direction === 'steady' && current === 'up') ? up : down
  return { edge, share: Number(edge) / Number(price) - 1 }
}

/**
 * Result of a vote. `settled` is the round's outcome, `void` for a round without a settlement price, or
 * null before settlement, when every choice is `wait`.
 */
export function voteResult(choice: VoteChoice, settled: Direction | 'void' | null): VoteResult {
  if (settled === null) return 'wait'
  if (settled === 'void' || choice === 'unknown') return 'unknown'
  return choice === settled ? 'HIT' : 'MISS'
}
