import { paginationOf } from '#api/infrastructure/database/paged-list.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import {
  type OwnRank,
  RANKING_PAGE_SIZE,
  type RankedUser,
  type Ranking,
} from '#shared/contract/ranking.ts'
import { DELETED_NICKNAME } from '#shared/rules/deleted-user.ts'
import { isSeason, seasonEnd, seasonStart } from '#shared/rules/season.ts'
import { skillLevel } from '#shared/rules/skill-test.ts'
import type { OwnStatsStore } from './own-stats-store.ts'
import { neededVotes, type Ranks } from './ranks.ts'
import { toTestedRecord } from './skill-sql.ts'
import type { RankingStore } from './store.ts'

export interface RankingPagesDeps {
  ranks: Ranks
  store: Pick<RankingStore, 'frozen' | 'page' | 'size' | 'lastTarget' | 'skill'>
  own: OwnStatsStore
}

export type RankingPages = ReturnType<typeof createRankingPages>

const iso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString())

type PlaceRow = Awaited<ReturnType<RankingStore['page']>>[number]

function toRankedUser(row: PlaceRow): RankedUser {
  const isDeleted = row.user_id === null
  const isListed = !isDeleted && !row.banned
  return {
    rank: row.rank,
    state: isDeleted ? 'deleted' : row.banned ? 'banned' : 'listed',
    uid: isListed ? row.user_id : null,
    nickname: row.nickname ?? DELETED_NICKNAME,
    uniqueCode: isListed ? row.unique_code : null,
    points: row.points,
    calls: row.calls,
    right: row.right_calls,
    impliedPpm: row.implied_ppm,
    skill: skillLevel(toTestedRecord(row)),
  }
}

/** Pages of the rankings. */
export function createRankingPages({ ranks, store, own }: RankingPagesDeps) {
  /** @throws ApiError NOT_FOUND for a season without rounds */
  const page = async (name: string, page: number): Promise<Ranking> => {
    await ranks.check(name)
    const after = (page - 1) * RANKING_PAGE_SIZE
    const frozen = isSeason(name) ? await store.frozen(name) : null
    const { members } = frozen ?? (await store.size(name))
    // A page number may be larger than a rank can be.
    const rows = after < members ? await store.page(name, frozen !== null, after) : []
    const from = isSeason(name)
      ? seasonStart(name)
      : name === 'last-round'
        ? await store.lastTarget()
        : null
    return {
      season: name,
      from: iso(from),
      to: iso(isSeason(name) ? seasonEnd(name) : null),
      frozenAt: iso(frozen?.frozenAt ?? null),
      rankedMembers: members,
      posts: rows.map(toRankedUser),
      pagination: paginationOf(members, page, RANKING_PAGE_SIZE),
      seasons: await ranks.knownSeasons(),
    }
  }

  return {
    page,

    /** The own rank and stats. @throws ApiError NOT_FOUND, TOKEN_INVALID without account */
    async ownRank(name: string, userId: number): Promise<OwnRank> {
      await ranks.check(name)
      const found = await own.stats(name, userId)
      if (!found) throw new ApiError('TOKEN_INVALID')
      const person = { ...found.person, userId, stats: found.stats }
      const { rank, status, stats, ranksFrom } = await ranks.of(name, person)
      return {
        season: name,
        rank,
        status,
        ...stats,
        skill: await store.skill(name, userId),
        needed: neededVotes(name),
        ranksFrom: iso(ranksFrom),
      }
    },
  }
}
