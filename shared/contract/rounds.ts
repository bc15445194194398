import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Instant, InstantInput, Price } from './common.ts'
import { VoteCounts } from './summary.ts'

export const RoundParams = Type.Object(
  { targetDate: InstantInput },
  { additionalProperties: false },
)

/** Points of a hit (≥ 0) and of a miss (≤ 0). */
export const Offer = Type.Object({ hit: Type.Integer(), miss: Type.Integer() })
export type Offer = Static<typeof Offer>

/** The chance of a direction under the model of the offers. */
const Chance = Type.Number({ minimum: 0, maximum: 1 })

/** How a round was settled; `void` when its price was never known. */
export const Outcome = Type.Union([
  Type.Literal('up'),
  Type.Literal('steady'),
  Type.Literal('down'),
  Type.Literal('void'),
])
export type Outcome = Static<typeof Outcome>

/** Price of a round with its source: the open of an hourly candle. */
export const Evidence = Type.Object({
  price: Price,
  exchange: Type.String(),
  candleTime: Instant,
  readAt: Instant,
})
export type Evidence = Static<typeof Evidence>

export const RoundDetail = Type.Object({
  refDate: Instant,
  targetDate: Instant,
  closesAt: Instant,
  status: Type.Union([
    Type.Literal('live'),
    Type.Literal('closed'),
    Type.Literal('settled'),
    Type.Literal('void'),
  ]),
  refPrice: Type.Union([Price, Type.Null()]),
  votes: VoteCounts,
  priced: Type.Boolean({ description: 'False while no price younger than a minute is known' }),
  offers: Type.Union([Type.Object({ up: Offer, steady: Offer, down: Offer }), Type.Null()], {
    description:
      'What a vote would be worth now; null unless the round is live and has a reference',
  }),
  chances: Type.Union([Type.Object({ up: Chance, steady: Chance, down: Chance }), Type.Null()], {
    description: 'The model behind the offers; closing a call pays b·HIT + (1−b)·MISS, rounded',
  }),
  outcome: Type.Union([...Outcome.anyOf, Type.Null()]),
  reference: Type.Union([Evidence, Type.Null()]),
  settlement: Type.Union([Evidence, Type.Null()]),
  settledAt: Type.Union([Instant, Type.Null()]),
})
export type RoundDetail = Static<typeof RoundDetail>
