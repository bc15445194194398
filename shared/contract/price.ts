import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Instant, Price } from './common.ts'

/** Origin of prices: an exchange, a replayed file of candles, or a simulation. */
export const MarketKind = Type.Union([
  Type.Literal('real'),
  Type.Literal('replay'),
  Type.Literal('simulated'),
])
export type MarketKind = Static<typeof MarketKind>

export const LivePrice = Type.Object({
  value: Price,
  time: Instant,
  source: Type.String({ examples: ['binance'] }),
  market: MarketKind,
  freshness: Type.Union([Type.Literal('live'), Type.Literal('delayed'), Type.Literal('stale')], {
    description: 'live: under 10 s old, delayed: under 60 s, stale: older',
  }),
})
export type LivePrice = Static<typeof LivePrice>
