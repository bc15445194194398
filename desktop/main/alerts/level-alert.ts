import { type Static, Type } from '@sinclair/typebox'
import { type LivePrice, MarketKind } from '#shared/contract/price.ts'
import type { Step } from './alert-news.ts'
import { Crossing, edgeOf, isTrusted, nextCrossing } from './crossing.ts'

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
