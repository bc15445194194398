import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Author, Id } from './common.ts'

export const RankersQuery = Type.Object(
  { limit: Type.Optional(Type.Number({ minimum: 1, maximum: 100, multipleOf: 1, default: 10 })) },
  { additionalProperties: false },
)

export const Ranker = Type.Object({ id: Id, ...Author, points: Type.Integer() })
/** By points, then more settled votes, then the earlier first vote, then id. */
export const Rankers = Type.Array(Ranker)
export type Rankers = Static<typeof Rankers>
