import { compareDecimals, isPrice, multiplyDecimals } from './decimal.ts'

export type Side = 'above' | 'below'

/** A price with its hysteresis, as decimal strings. */
export interface Edge {
  at: string
  high: string
  low: string
  /** Side of a price that equals the edge. */
  equalIs: Side
}

/** Last known position relative to an edge. */
export interface Crossing {
  side: Side
  /** Whether the price left the hysteresis since the last crossing. */
  isArmed: boolean
}

/** Edge at `base` times `shares.at`, exact; null when `base` is not a price. */
export function edgeOf(
  base: string,
  shares: { at: string; high: string; low: string },
  equalIs: Side,
): Edge | null {
  if (!isPrice(base)) return null
  const [at, high, low] = [shares.at, shares.high, shares.low].map((share) =>
    multiplyDecimals(base, share),
  )
  return at && high && low ? { at, high, low, equalIs } : null
}

function sideOf(edge: Edge, price: string): Side {
  const order = compareDecimals(price, edge.at)
  if (order === 0) return edge.equalIs
  return order > 0 ? 'above' : 'below'
}

function isFar(edge: Edge, price: string): boolean {
  return compareDecimals(price, edge.high) >= 0 || compareDecimals(price, edge.low) <= 0
}

/**
 * Next state of an edge; it was crossed when `side` changed. After a crossing the price must leave
 * the hysteresis before the next one counts, so that a price oscillating at the edge crosses once.
 */
export function nextCrossing(edge: Edge, known: Crossing | null, price: string): Crossing {
  const side = sideOf(edge, price)
  if (!known) return { side, isArmed: true }
  if (isFar(edge, price)) return { side, isArmed: true }
  return known.isArmed && side !== known.side ? { side, isArmed: false } : known
}
