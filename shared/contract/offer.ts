import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Price } from './common.ts'

/** Points of a hit (≥ 0) and of a miss (≤ 0). */
export const Offer = Type.Object({ hit: Type.Integer(), miss: Type.Integer() })
export type Offer = Static<typeof Offer>

/** Points of closed calls, part of the vote's points unless the round is void. */
export const Carried = Type.Integer({ description: 'Points of earlier directions of this vote' })

/** The price that priced a vote's offer. */
export const EntryPrice = Type.Union([Price, Type.Null()], {
  description: 'Price at acceptance; null when unpriced and for votes of earlier versions',
})
