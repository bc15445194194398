import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Instant, Price } from './common.ts'

/** Points of a hit (≥ 0) and of a miss (≤ 0). */
export const Offer = Type.Object({ hit: Type.Integer(), miss: Type.Integer() })
export type Offer = Static<typeof Offer>

/** Points of closed calls, part of the vote's points unless the round is void. */
export const Carried = Type.Integer({ description: 'Points of earlier directions of this vote' })

/** The same in replies that had none before: missing from those of an older server. */
export const OptionalCarried = Type.Optional(Carried)

/** Missing from the replies of an older server. */
export const EnteredAt = Type.Optional(
  Type.String({ ...Instant, description: 'When the present direction was accepted' }),
)

/** The price that priced a vote's offer. */
export const EntryPrice = Type.Union([Price, Type.Null()], {
  description: 'Price at acceptance; null when unpriced and for votes of earlier versions',
})

const Chance = Type.Number({ minimum: 0, maximum: 1 })

/** Calls whose offer implied a chance in `bin`, against how often their direction came out. */
const bin = {
  bin: Type.Tuple([Chance, Chance], { description: 'Bounds; the upper one is exclusive below 1' }),
  calls: Type.Integer(),
  right: Type.Integer(),
  implied: Type.Number({ description: 'The mean implied chance of these calls' }),
}

/** The offers of rounds that candles of the past would have had: three directions at four moments. */
export const OfferBacktest = Type.Object({
  version: Type.Integer({ description: 'Version of the offer rule' }),
  source: Type.String({ description: 'Candles that were used' }),
  rounds: Type.Integer(),
  from: Type.String({ description: 'Reference date of the first round, YYYY-MM-DD' }),
  to: Type.String({ description: 'Reference date of the last round' }),
  made: Type.String({ description: 'Date of the computation' }),
  command: Type.String(),
  bins: Type.Array(
    Type.Object({
      ...bin,
      error: Type.Number({ description: 'Standard error of right ÷ calls: rounds overlap' }),
    }),
  ),
})
export type OfferBacktest = Static<typeof OfferBacktest>

/** Bins with fewer than 20 calls are left out. */
export const OfferCalibration = Type.Object({
  live: Type.Array(Type.Object({ version: Type.Integer(), ...bin }), {
    description: 'Settled priced calls by version of the offer rule, lowest chance first',
  }),
  backtest: OfferBacktest,
})
export type OfferCalibration = Static<typeof OfferCalibration>
