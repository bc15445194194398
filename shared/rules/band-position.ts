import { BAND_RATIOS, type Direction } from './band.ts'
import { type Crossing, edgeOf, nextCrossing } from './crossing.ts'

/** Last known position of the price relative to both edges of a round's band. */
export interface BandPosition {
  up: Crossing
  down: Crossing
}

/** Each edge with a hysteresis of 0.25 % of the reference price on either side. */
const UP = { at: BAND_RATIOS.up, high: '1.0525', low: '1.0475' }
const DOWN = { at: BAND_RATIOS.down, high: '0.9525', low: '0.9475' }

/** The band that a position is in: the direction that is right there. */
export function bandOf({ up, down }: BandPosition): Direction {
  if (up.side === 'above') return 'up'
  return down.side === 'below' ? 'down' : 'steady'
}

/** The position at a price; null when the reference is no price. A price on an edge is inside the band. */
export function nextBandPosition(
  refPrice: string,
  known: BandPosition | null,
  price: string,
): BandPosition | null {
  const up = edgeOf(refPrice, UP, 'below')
  const down = edgeOf(refPrice, DOWN, 'above')
  if (!up || !down) return null
  return {
    up: nextCrossing(up, known?.up ?? null, price),
    down: nextCrossing(down, known?.down ?? null, price),
  }
}
