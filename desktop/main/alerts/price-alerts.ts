import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import type { PriceLevel } from '#desktop/bridge/settings.ts'
import { type LivePrice, MarketKind } from '#shared/contract/price.ts'
import type { Target } from '#shared/contract/summary.ts'
import { bandOf, nextBandPosition } from '#shared/rules/band-position.ts'
import { nextCrossing } from '#shared/rules/crossing.ts'
import { isPrice } from '#shared/rules/decimal.ts'
import { levelEdge } from '#shared/rules/price-level.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import { type Alert, Side, type Step } from './alert.ts'

/** Last known position relative to an edge. */
const Crossing = Type.Object({
  side: Side,
  /** Whether the price left the hysteresis since the last crossing. */
  isArmed: Type.Boolean(),
})

/** Only live, well-formed prices trigger alerts. */
export function isTrusted({ freshness, value }: LivePrice): boolean {
  return freshness === 'live' && isPrice(value)
}

/** Position relative to both edges of a round's band. */
export const BandState = Type.Object({
  targetDate: Type.String(),
  refPrice: Type.String(),
  up: Crossing,
  down: Crossing,
})
export type BandState = Static<typeof BandState>

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
  const isSame = known?.targetDate === targetDate && known.refPrice === refPrice
  const position = nextBandPosition(refPrice, isSame ? known : null, price.value)
  if (!position) return unchanged
  const state = { targetDate, refPrice, ...position }
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

/**
 * Alert when a live price crosses the level (null: none). A changed level or market kind starts
 * silently.
 */
export function levelAlert(
  known: LevelState | null,
  price: LivePrice,
  level: string | null,
): Step<LevelState | null> {
  const edge = level === null ? null : levelEdge(level)
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
