import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { NICKNAME_MAX } from '#shared/rules/nickname.ts'
import {
  Author,
  Direction,
  Id,
  Instant,
  LargeId,
  Pagination,
  ReferencePrice,
  UserName,
  VoteResult,
} from './common.ts'
import { Carried, EnteredAt, Offer } from './offers.ts'

export const RankersQuery = Type.Object(
  { limit: Type.Optional(Type.Number({ minimum: 1, maximum: 100, multipleOf: 1, default: 10 })) },
  { additionalProperties: false },
)

/** Nicknames that begin with `q`, whatever their case; a whole unique code finds its person. */
export const SuggestQuery = Type.Object(
  { q: Type.String({ minLength: 1, maxLength: 2 * NICKNAME_MAX }) },
  { additionalProperties: false },
)

/** At most eight people, in the order of their nicknames. */
export const UserSuggestions = Type.Array(UserName)
export type UserSuggestions = Static<typeof UserSuggestions>

export const Ranker = Type.Object({ id: Id, ...Author, points: Type.Integer() })
/** People with a settled vote, by points, then more settled votes, then the earlier first vote, then id. */
export const Rankers = Type.Array(Ranker)
export type Rankers = Static<typeof Rankers>

/** Letters may be lower case, and O, I, L stand for 0 and 1. */
export const UserParams = Type.Object(
  { code: Type.String({ pattern: '^[0-9A-Za-z]{1,12}$', examples: ['7GX2QK'] }) },
  { additionalProperties: false },
)

/** A calendar quarter (UTC) of target dates. */
export const Season = Type.String({ pattern: '^\\d{4}Q[1-4]$', examples: ['2026Q4'] })

/** A call counts when it is settled and priced, has a direction, and its round is not void. */
const Calls = Type.Integer({ description: 'Calls that count' })
const Right = Type.Integer({ description: 'Calls that count whose direction was the outcome' })

/** Sums over the settled votes of a person. */
export const Stats = Type.Object({
  points: Type.Integer({ description: 'Sum of all settled votes, carried points included' }),
  calls: Calls,
  right: Right,
  impliedPpm: Type.Integer({
    description: 'Sum over the calls of the chance that the offer implied, in parts per million',
  }),
  settled: Type.Integer({ description: 'Settled votes, those that do not count included' }),
})
export type Stats = Static<typeof Stats>

const DirectionStats = Type.Object({ calls: Calls, right: Right, points: Type.Integer() })
export type DirectionStats = Static<typeof DirectionStats>

export const SeasonStatus = Type.Union(
  [
    Type.Literal('ranked'),
    Type.Literal('few-calls'),
    Type.Literal('young'),
    Type.Literal('banned'),
  ],
  { description: 'Why a person is not ranked; `young` until the instant of `ranksFrom`' },
)
export type SeasonStatus = Static<typeof SeasonStatus>

/** Result of the skill test on the settled calls of a person; `early` below 12 calls. */
export const SkillLevel = Type.Union([
  Type.Literal('early'),
  Type.Literal('luck'),
  Type.Literal('above'),
  Type.Literal('below'),
  Type.Literal('unlikely-above'),
  Type.Literal('unlikely-below'),
])

/** Rank from 1; null while not ranked. */
export const Rank = Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])

export const TrackRecord = Type.Object({
  id: Id,
  ...Author,
  joined: Instant,
  total: Stats,
  byDirection: Type.Object({
    up: DirectionStats,
    steady: DirectionStats,
    down: DirectionStats,
  }),
  season: Type.Object({
    season: Season,
    rank: Rank,
    figures: Stats,
    status: SeasonStatus,
    ranksFrom: Type.Union([Instant, Type.Null()]),
  }),
  rankedMembers: Type.Integer({
    description: 'People of the all-time ranking with the 12 calls that the skill test needs',
  }),
  skill: Type.Object(
    {
      level: SkillLevel,
      z: Type.Number({ description: 'Points over the root of their variance without skill' }),
      designEffect: Type.Number({
        description: 'Variance of the points over the one that independent calls would have',
      }),
    },
    { description: 'The skill test; follows a settlement within minutes' },
  ),
  course: Type.Array(
    Type.Object({
      targetTime: Instant,
      points: Type.Integer(),
      variance: Type.Number({ description: 'What it adds to the variance without skill' }),
      counts: Type.Boolean({ description: 'Whether the vote is one of the calls' }),
      voteId: LargeId,
    }),
    { description: 'Settled votes, oldest first: the newest 520' },
  ),
  before: Type.Object(
    { calls: Calls, points: Type.Integer(), variance: Type.Number() },
    { description: 'Sums of the settled votes before the course' },
  ),
})
export type TrackRecord = Static<typeof TrackRecord>

/** A vote of somebody's track record, without its note. */
export const UserVote = Type.Object({
  id: LargeId,
  targetTime: Instant,
  refPrice: ReferencePrice,
  voteChoice: Direction,
  result: VoteResult,
  points: Type.Union([Type.Integer(), Type.Null()], { description: 'Null until settled' }),
  offer: Offer,
  carried: Carried,
  priced: Type.Boolean({ description: 'False without a direction or without a live price' }),
  created: Instant,
  enteredAt: EnteredAt,
  contentExist: Type.Integer({ minimum: 0, maximum: 1, description: '1: there is a note' }),
})
export type UserVote = Static<typeof UserVote>

/** Newest first. */
export const UserVotes = Type.Object({ posts: Type.Array(UserVote), pagination: Pagination })
export type UserVotes = Static<typeof UserVotes>
