import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { UserClaims } from './auth.ts'
import { Direction, Instant, IsoWeek, LargeId, ReferencePrice, VoteResult } from './common.ts'
import { Carried, EnteredAt, EntryPrice, Offer } from './offers.ts'

/** The user's own data from the database (the token may be older). */
export const Profile = Type.Composite([
  Type.Omit(UserClaims, ['exp']),
  Type.Object({
    settledVotes: Type.Integer({ description: 'Votes that have been settled' }),
    calls: Type.Integer({
      description: 'Settled, priced votes with a direction of rounds that were not void',
    }),
    rank: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Null before the first settled vote and beyond the first thousand',
    }),
    mutedUntil: Type.Union([Instant, Type.Null()], {
      description: 'A moderator has paused writing until then',
    }),
    ranksFrom: Type.Union([Instant, Type.Null()], {
      description: 'Not ranked before: another account of this person was erased',
    }),
  }),
])
export type Profile = Static<typeof Profile>

export const OwnVotesQuery = Type.Object(
  { limit: Type.Optional(Type.Number({ minimum: 1, maximum: 50, multipleOf: 1, default: 10 })) },
  { additionalProperties: false },
)

/** A vote as it was at a 00:00 UTC, before its direction was changed. */
const VoteAtMidnight = Type.Object({
  midnight: Instant,
  voteChoice: Direction,
  offer: Offer,
  offerVersion: Type.Integer(),
  carried: Carried,
})

/** An own vote without its note: direction, offer and result. */
export const OwnVote = Type.Object({
  id: LargeId,
  targetTime: Instant,
  refPrice: ReferencePrice,
  voteChoice: Direction,
  result: VoteResult,
  points: Type.Union([Type.Integer(), Type.Null()], { description: 'Null until settled' }),
  created: Instant,
  enteredAt: EnteredAt,
  offer: Offer,
  offerVersion: Type.Integer({ description: 'Version of the rule that priced the offer' }),
  carried: Carried,
  entryPrice: EntryPrice,
  settledAt: Type.Union([Instant, Type.Null()], { description: 'Null until settled' }),
  atMidnight: Type.Optional(VoteAtMidnight),
})
export type OwnVote = Static<typeof OwnVote>

/** Newest first. */
export const OwnVotes = Type.Array(OwnVote)
export type OwnVotes = Static<typeof OwnVotes>

export const WeekQuery = Type.Object(
  {
    week: Type.Optional(
      Type.String({ ...IsoWeek, description: 'The last complete week by default' }),
    ),
  },
  { additionalProperties: false },
)

export const WeekPictureQuery = Type.Object(
  {
    ...WeekQuery.properties,
    locale: Type.Optional(Type.Union([Type.Literal('en-US'), Type.Literal('ko-KR')])),
  },
  { additionalProperties: false },
)

/** The own week as a picture card. */
export const WeekPicture = Type.String({
  contentMediaType: 'image/png',
  description: 'PNG of 1200 × 630 pixels',
})

/** The own week: what settled between a Monday 00:00 UTC and the next. */
export const OwnWeek = Type.Object({
  week: IsoWeek,
  start: Instant,
  end: Instant,
  settled: Type.Array(OwnVote, { description: 'Calls of rounds that settled, newest first' }),
  made: Type.Integer({ description: 'Calls made in the week' }),
  points: Type.Integer({ description: 'Of the settled calls' }),
  hits: Type.Integer(),
  misses: Type.Integer(),
  best: Type.Union([LargeId, Type.Null()], {
    description: 'The settled call with the most points; null unless one has more than another',
  }),
  worst: Type.Union([LargeId, Type.Null()]),
  rank: Type.Union(
    [
      Type.Object({
        before: Type.Union([Type.Integer(), Type.Null()], { description: 'Null when not ranked' }),
        after: Type.Union([Type.Integer(), Type.Null()]),
      }),
      Type.Null(),
    ],
    {
      description:
        'Rank among all before the week and after its newest settlement; null without a settled call, and for weeks without stored ranks',
    },
  ),
})
export type OwnWeek = Static<typeof OwnWeek>

export const NicknameBody = Type.Object(
  { nickname: Type.String({ maxLength: 200 }) },
  { additionalProperties: false },
)

export const NicknameReply = Type.Object({
  success: Type.Literal(true),
  accessToken: Type.String(),
  error: Type.Null(),
})
export type NicknameReply = Static<typeof NicknameReply>
