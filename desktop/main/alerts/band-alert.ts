import { type Static, Type } from '@sinclair/typebox'
import type { LivePrice } from '#shared/contract/price.ts'
import type { Target } from '#shared/contract/summary.ts'
import { BAND_RATIOS, type Direction } from '#shared/rules/band.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import type { Step } from './alert-news.ts'
import { Crossing, edgeOf, isTrusted, nextCrossing } from './crossing.ts'

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
