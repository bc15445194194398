import { type Static, Type } from '@sinclair/typebox'
import type { LivePrice } from '#shared/contract/price.ts'
import { compareDecimals, isPrice, multiplyDecimals } from '#shared/rules/decimal.ts'

const Side = Type.Union([Type.Literal('above'), Type.Literal('below')])
export type Side = Static<typeof Side>

/** A price and the distances that count as having really left it. All are decimal strings. */
export interface Edge {
  at: string
  high: string
  low: string
  /** Which side a price that equals the edge is on. */
  equalIs: Side
}

/** Where the price was last known to stand at an edge. */
export const Crossing = Type.Object({
  side: Side,
  /** Whether the price has been the whole distance away since it last crossed. */
  isArmed: Type.Boolean(),
})
export type Crossing = Static<typeof Crossing>

/** An edge at `base` times `shares.at`; null when `base` is no price. Exact. */
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

/** Whether an alert may rest on this price: it is live, and well-formed. */
export function isTrusted({ freshness, value }: LivePrice): boolean {
  return freshness === 'live' && isPrice(value)
}

function sideOf(edge: Edge, price: string): Side {
  const place = compareDecimals(price, edge.at)
  if (place === 0) return edge.equalIs
  return place > 0 ? 'above' : 'below'
}

function isFar(edge: Edge, price: string): boolean {
  return compareDecimals(price, edge.high) >= 0 || compareDecimals(price, edge.low) <= 0
}

/**
 * The next state of an edge at a price; it crossed when `side` differs. The first price only says
 * where it stands. After a crossing the price must get the whole distance away from the edge before
 * the next one counts: a price that trembles at the edge crosses it once, and between two
 * crossings lies at least the distance.
 */
export function nextCrossing(edge: Edge, known: Crossing | null, price: string): Crossing {
  const side = sideOf(edge, price)
  if (!known) return { side, isArmed: true }
  if (isFar(edge, price)) return { side, isArmed: true }
  return known.isArmed && side !== known.side ? { side, isArmed: false } : known
}
