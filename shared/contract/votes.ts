import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import {
  ContentInput,
  Direction,
  Instant,
  InstantInput,
  LargeId,
  PageQuery,
  Pagination,
  Price,
  ReferencePrice,
  VoteAuthor,
  VoteResult,
} from './common.ts'
import { Carried, EntryPrice, Offer, OptionalCarried } from './offers.ts'
import { UserReaction } from './reactions.ts'
import { Receipt } from './receipts.ts'
import { Evidence } from './rounds.ts'
import { SkillLevel } from './users.ts'

export const VoteItem = Type.Object({
  id: LargeId,
  title: Type.String(),
  voteChoice: Direction,
  result: VoteResult,
  offer: Offer,
  carried: OptionalCarried,
  points: Type.Union([Type.Integer(), Type.Null()], { description: 'Null until settled' }),
  ...VoteAuthor,
  created: Instant,
  views: Type.Integer(),
  likes: Type.Integer(),
  contentExist: Type.Integer({ minimum: 0, maximum: 1, description: '1: there is a note' }),
  targetTime: Instant,
  refPrice: ReferencePrice,
  skill: SkillLevel,
})
export type VoteItem = Static<typeof VoteItem>

export const VoteList = Type.Object({ posts: Type.Array(VoteItem), pagination: Pagination })
export type VoteList = Static<typeof VoteList>

/** `round`: the live round; `notes`: with a note; `mine`: the signed-in user's. */
export const VoteFilter = Type.Union([
  Type.Literal('round'),
  Type.Literal('notes'),
  Type.Literal('mine'),
])
export type VoteFilter = Static<typeof VoteFilter>

export const VoteListQuery = Type.Object(
  { ...PageQuery.properties, filter: Type.Optional(VoteFilter) },
  { additionalProperties: false },
)

const Priced = Type.Boolean({ description: 'False without a direction or without a live price' })
const OfferVersion = Type.Integer({ description: 'Version of the offer rule' })

/**
 * Parameter of a reading that a plain one would let lock the reader's direction: `ask` is refused with
 * READING_LOCKS, `question` is answered with `readingLocks`.
 */
export const ReadVoteQuery = Type.Object(
  { lock: Type.Optional(Type.Union([Type.Literal('ask'), Type.Literal('question')])) },
  { additionalProperties: false },
)

/** In place of a text: reading it fixes the reader's direction in the live round. */
export const ReadingQuestion = Type.Object({ readingLocks: Type.Literal(true) })
export type ReadingQuestion = Static<typeof ReadingQuestion>

export const VoteDetail = Type.Object({
  id: LargeId,
  title: Type.String(),
  content: Type.String({ description: 'Sanitized HTML' }),
  hidden: Type.Boolean({ description: 'The note is hidden by moderators' }),
  voteChoice: Direction,
  result: VoteResult,
  refDate: Instant,
  refPrice: Type.Union([Price, Type.Null()]),
  currentPrice: Type.Union([Price, Type.Null()]),
  targetTime: Instant,
  ...VoteAuthor,
  created: Instant,
  modified: Type.Union([Instant, Type.Null()]),
  views: Type.Integer(),
  likes: Type.Integer(),
  dislikes: Type.Integer(),
  userReaction: UserReaction,
  offer: Type.Composite([Offer, Type.Object({ version: Type.Integer() })]),
  priced: Priced,
  carried: Carried,
  entryPrice: EntryPrice,
  points: Type.Union([Type.Integer(), Type.Null()], { description: 'Null until settled' }),
  editableUntil: Instant,
  directionLocked: Type.Optional(
    Type.Boolean({ description: 'Own votes: whether reading another note fixed the direction' }),
  ),
  hasReplies: Type.Optional(
    Type.Boolean({ description: 'Votes without a note: whether one that was removed has replies' }),
  ),
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

/**
 * Parameters of a new vote: `unpriced=ask` is refused with NO_FRESH_PRICE where a direction would get no offer;
 * with `repeated=stored` the same vote, sent again within ten minutes as after a lost reply, is answered with the
 * stored one instead of ALREADY_VOTED.
 */
export const CreateVoteQuery = Type.Object(
  {
    unpriced: Type.Optional(Type.Literal('ask')),
    repeated: Type.Optional(Type.Literal('stored')),
  },
  { additionalProperties: true },
)

/** The access token carries the new `lastVoteTime`. */
export const CreateVoteReply = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  accessToken: Type.String(),
  id: LargeId,
  offer: Offer,
  offerVersion: OfferVersion,
  priced: Priced,
  receipt: Receipt,
})
export type CreateVoteReply = Static<typeof CreateVoteReply>

export const EditVoteBody = Type.Object(
  { content: Type.Optional(ContentInput), vote: Direction },
  { additionalProperties: false },
)

/** The vote's offer and carried points after the edit; the receipt of its latest change of direction. */
export const EditVoteReply = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  offer: Offer,
  offerVersion: OfferVersion,
  priced: Priced,
  carried: Carried,
  receipt: Type.Optional(Receipt),
})
export type EditVoteReply = Static<typeof EditVoteReply>
