import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Id, Instant, PageQuery, Pagination } from './common.ts'
import { Rank, Season, SeasonStatus, SkillLevel, Stats } from './users.ts'

/** Rows of a page of the ranking. */
export const RANKING_PAGE_SIZE = 50

const RankingName = Type.String({
  pattern: '^(all|last-round|\\d{4}Q[1-4])$',
  description: 'A season, `all` or `last-round`; by default the season of the newest open target',
  examples: ['2026Q4', 'all', 'last-round'],
})

export const OwnRankQuery = Type.Object(
  { season: Type.Optional(RankingName) },
  { additionalProperties: false },
)
export const RankingQuery = Type.Composite([OwnRankQuery, PageQuery], {
  additionalProperties: false,
})

const { points, calls, right, impliedPpm } = Stats.properties

export const RankedUser = Type.Object({
  rank: Type.Integer({ minimum: 1 }),
  state: Type.Union([Type.Literal('listed'), Type.Literal('deleted'), Type.Literal('banned')], {
    description: 'Deleted and banned people stay in the rankings of frozen seasons, without a link',
  }),
  uid: Type.Union([Id, Type.Null()]),
  nickname: Type.String(),
  uniqueCode: Type.Union([Type.String(), Type.Null()]),
  points,
  calls,
  right,
  impliedPpm,
  skill: SkillLevel,
})
export type RankedUser = Static<typeof RankedUser>

/**
 * By points, then more calls, then the earlier first vote of the season, then id, so that no rank is
 * shared; `all` has order and members of the rankers.
 * A season ranks from 8 calls, `last-round` from one, both only accounts of 14 days.
 */
export const Ranking = Type.Object({
  season: RankingName,
  from: Type.Union([Instant, Type.Null()], { description: 'First instant of the targets' }),
  to: Type.Union([Instant, Type.Null()], { description: 'First instant after the season' }),
  frozenAt: Type.Union([Instant, Type.Null()], {
    description: 'Set once the season is final, after its last settlement',
  }),
  rankedMembers: Type.Integer(),
  posts: Type.Array(RankedUser),
  pagination: Pagination,
  seasons: Type.Array(Season, { description: 'Known seasons, newest first' }),
})
export type Ranking = Static<typeof Ranking>

export const OwnRank = Type.Object({
  season: RankingName,
  rank: Rank,
  ...Stats.properties,
  skill: SkillLevel,
  needed: Type.Integer({ description: 'Calls that a person needs to be ranked' }),
  status: SeasonStatus,
  ranksFrom: Type.Union([Instant, Type.Null()]),
})
export type OwnRank = Static<typeof OwnRank>
