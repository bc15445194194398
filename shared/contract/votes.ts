import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import {
  Author,
  ContentInput,
  Direction,
  Id,
  Instant,
  InstantInput,
  Pagination,
  Price,
  VoteResult,
} from './common.ts'
import { UserReaction } from './reactions.ts'
import { Evidence, Offer } from './rounds.ts'

export const VoteItem = Type.Object({
  id: Id,
  uid: Id,
  title: Type.String(),
  voteChoice: Direction,
  result: VoteResult,
  ...Author,
  created: Instant,
  views: Type.Integer(),
  likes: Type.Integer(),
  contentExist: Type.Integer({ minimum: 0, maximum: 1, description: '1: there is a note' }),
  targetTime: Instant,
})
export type VoteItem = Static<typeof VoteItem>

export const VoteList = Type.Object({ posts: Type.Array(VoteItem), pagination: Pagination })
export type VoteList = Static<typeof VoteList>

export const VoteDetail = Type.Object({
  id: Id,
  uid: Id,
  title: Type.String(),
  content: Type.String({ description: 'Sanitised HTML' }),
  voteChoice: Direction,
  result: VoteResult,
  refDate: Instant,
  refPrice: Type.Union([Price, Type.Null()]),
  currentPrice: Type.Union([Price, Type.Null()]),
  targetTime: Instant,
  ...Author,
  created: Instant,
  modified: Type.Union([Instant, Type.Null()]),
  views: Type.Integer(),
  likes: Type.Integer(),
  dislikes: Type.Integer(),
  userReaction: UserReaction,
  offer: Type.Composite([Offer, Type.Object({ version: Type.Integer() })]),
  points: Type.Union([Type.Integer(), Type.Null()], { description: 'Null until settled' }),
  editableUntil: Instant,
  settlement: Type.Union([Evidence, Type.Null()]),
})
export type VoteDetail = Static<typeof VoteDetail>

export const CreateVoteBody = Type.Object(
  {
    targetDate: InstantInput,
    vote: Direction,
    content: Type.Optional(ContentInput),
  },
  { additionalProperties: false },
)

/** The access token carries the new `lastVoteTime`. */
export const CreateVoteReply = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  accessToken: Type.String(),
  id: Id,
  offer: Offer,
})
export type CreateVoteReply = Static<typeof CreateVoteReply>

export const EditVoteBody = Type.Object(
  { content: Type.Optional(ContentInput), vote: Direction },
  { additionalProperties: false },
)
