import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { type LivePrice, MarketKind } from '#shared/contract/price.ts'
import type { Target } from '#shared/contract/summary.ts'
import { BAND_RATIOS, type Direction } from '#shared/rules/band.ts'
import { compareDecimals, isPrice, multiplyDecimals } from '#shared/rules/decimal.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import type { Step } from './alert.ts'

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

/** Where the price stands at both edges of a round. */
export const BandState = Type.Object({
  targetDate: Type.String(),
  refPrice: Type.String(),
  up: Crossing,
  down: Crossing,
})
export type BandState = Static<typeof BandState>

/** Each edge with a hysteresis of 0.25 % of the reference price on either side. */
const UP = { at: BAND_RATIOS.up, high: '1.0525', low: '1.0475' }
const DOWN = { at: BAND_RATIOS.down, high: '0.9525', low: '0.9475' }

function bandOf({ up, down }: BandState): Direction {
  if (up.side === 'above') return 'up'
  return down.side === 'below' ? 'down' : 'steady'
}

/**
 * The price left or entered the band of the live round. Only a live price counts, and a new round
 * (or another reference price) begins without a word. A price that jumps over both edges is one
 * piece of news. What happened while the app was off is told with the first price, because the
 * person was last told something else.
 */
export function bandAlert(
  known: BandState | null,
  price: LivePrice,
  target: Target,
  now: number,
): Step<BandState | null> {
  const { targetDate, refPrice } = target
  const unchanged = { state: known, news: null }
  if (!isTrusted(price) || refPrice === null) return unchanged
  // Between the end of a period and the summary that tells of it, the target is not live any more.
  if (Date.parse(targetDate) !== liveRound(now).targetDate) return unchanged
  // The edges themselves are steady.
  const up = edgeOf(refPrice, UP, 'below')
  const down = edgeOf(refPrice, DOWN, 'above')
  if (!up || !down) return unchanged
  const isSame = known?.targetDate === targetDate && known.refPrice === refPrice
  const state = {
    targetDate,
    refPrice,
    up: nextCrossing(up, isSame ? known.up : null, price.value),
    down: nextCrossing(down, isSame ? known.down : null, price.value),
  }
  const band = bandOf(state)
  const isNews = isSame && band !== bandOf(known)
  return { state, news: isNews ? { kind: 'band', band, refPrice, price } : null }
}

/** Where the price stands at the level of a person. */
export const LevelState = Type.Object({
  level: Type.String(),
  market: MarketKind,
  crossing: Crossing,
})
export type LevelState = Static<typeof LevelState>

/** The level, and 0.1 % of it to either side. */
const SHARES = { at: '1', high: '1.001', low: '0.999' }

/**
 * The price crossed the level that a person set (null: none), either way. Only a live price counts;
 * a level that was changed, and a market of another kind, begin without a word.
 */
export function levelAlert(
  known: LevelState | null,
  price: LivePrice,
  level: string | null,
): Step<LevelState | null> {
  const edge = level === null ? null : edgeOf(level, SHARES, 'above')
  if (level === null || !edge) return { state: null, news: null }
  const { market } = price
  const old = known?.level === level && known.market === market ? known.crossing : null
  if (!isTrusted(price)) return { state: old ? known : null, news: null }
  const crossing = nextCrossing(edge, old, price.value)
  const isNews = old !== null && old.side !== crossing.side
  return {
    state: { level, market, crossing },
    news: isNews ? { kind: 'level', side: crossing.side, level, price } : null,
  }
}
