import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import type { PriceLevel } from '#desktop/bridge/settings.ts'
import { type LivePrice, MarketKind } from '#shared/contract/price.ts'
import type { Target } from '#shared/contract/summary.ts'
import { BAND_RATIOS, type Direction } from '#shared/rules/band.ts'
import { compareDecimals, isPrice, multiplyDecimals } from '#shared/rules/decimal.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import { type Alert, Side, type Step } from './alert.ts'

/** A price level with its hysteresis, as decimal strings. */
export interface Edge {
  at: string
  high: string
  low: string
  /** Side of a price that equals the edge. */
  equalIs: Side
}

/** Last known position relative to an edge. */
export const Crossing = Type.Object({
  side: Side,
  /** Whether the price left the hysteresis since the last crossing. */
  isArmed: Type.Boolean(),
})
export type Crossing = Static<typeof Crossing>

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

/** Only live, well-formed prices trigger alerts. */
export function isTrusted({ freshness, value }: LivePrice): boolean {
  return freshness === 'live' && isPrice(value)
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

/** Position relative to both edges of a round's band. */
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
 * Alert when a live price changes band in the live round. A new round or reference starts silently;
 * crossing both edges is one alert; a change while the app was off is reported at the first price.
 */
export function bandAlert(
  known: BandState | null,
  price: LivePrice,
  target: Target,
  now: number,
): Step<BandState | null> {
  const { targetDate, refPrice } = target
  const unchanged = { state: known, alert: null }
  if (!isTrusted(price) || refPrice === null) return unchanged
  // Until the next summary arrives, the target is no longer the live round's.
  if (Date.parse(targetDate) !== liveRound(now).targetDate) return unchanged
  // A price on an edge is inside the band.
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
  const isNew = isSame && band !== bandOf(known)
  return { state, alert: isNew ? { kind: 'band', band, refPrice, price } : null }
}

/** Position relative to the user's price level. */
export const LevelState = Type.Object({
  level: Type.String(),
  market: MarketKind,
  crossing: Crossing,
})
export type LevelState = Static<typeof LevelState>

/** The level with a hysteresis of 0.1 %. */
const SHARES = { at: '1', high: '1.001', low: '0.999' }

/**
 * Alert when a live price crosses the level (null: none). A changed level or market kind starts
 * silently.
 */
export function levelAlert(
  known: LevelState | null,
  price: LivePrice,
  level: string | null,
): Step<LevelState | null> {
  const edge = level === null ? null : edgeOf(level, SHARES, 'above')
  if (level === null || !edge) return { state: null, alert: null }
  const { market } = price
  const old = known?.level === level && known.market === market ? known.crossing : null
  if (!isTrusted(price)) return { state: old ? known : null, alert: null }
  const crossing = nextCrossing(edge, old, price.value)
  const isNew = old !== null && old.side !== crossing.side
  return {
    state: { level, market, crossing },
    alert: isNew ? { kind: 'level', side: crossing.side, level, price } : null,
  }
}

interface LevelSteps {
  states: LevelState[]
  alerts: { level: PriceLevel; alert: Alert }[]
}

/**
 * `levelAlert` for each level of the settings, with its note and sound. While alerts wait, the state of a
 * crossed level stays, so that it is still crossed afterwards.
 */
export function levelAlerts(
  known: readonly LevelState[],
  price: LivePrice,
  levels: readonly PriceLevel[],
  mustWait: () => boolean,
): LevelSteps {
  const steps: LevelSteps = { states: [], alerts: [] }
  for (const level of levels) {
    const old = known.find((state) => state.level === level.price) ?? null
    const { state, alert } = levelAlert(old, price, level.price)
    const waits = alert !== null && mustWait()
    const next = waits ? old : state
    if (next) steps.states.push(next)
    const { note, sound } = level
    if (alert?.kind === 'level' && !waits)
      steps.alerts.push({ level, alert: { ...alert, note, sound } })
  }
  return steps
}
