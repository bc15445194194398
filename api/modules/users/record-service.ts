import { paginationOf } from '#api/infrastructure/database/paged-list.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { Ranks } from '#api/modules/ranking/ranks.ts'
import { toTestedRecord } from '#api/modules/ranking/skill-sql.ts'
import { toStats } from '#api/modules/ranking/stats-sql.ts'
import { PAGE_SIZE } from '#shared/contract/common.ts'
import type { TrackRecord, UserVote, UserVotes } from '#shared/contract/users.ts'
import { voteResult } from '#shared/rules/band.ts'
import { isPriced } from '#shared/rules/offer-value.ts'
import { skillLevel, skillScore } from '#shared/rules/skill-test.ts'
import { normalizeUniqueCode } from '#shared/rules/unique-code.ts'
import type { RecordStore } from './record-store.ts'

export interface RecordDeps {
  store: RecordStore
  ranks: Pick<Ranks, 'experiencedMembers' | 'of' | 'currentSeason'>
}

export type RecordService = ReturnType<typeof createRecordService>

type VoteRow = Awaited<ReturnType<RecordStore['votes']>>[number]

function toUserVote(row: VoteRow): UserVote {
  const offer = { hit: row.offer_hit, miss: row.offer_miss }
  return {
    id: row.id,
    targetTime: row.target_date.toISOString(),
    refPrice: row.ref_price,
    voteChoice: row.choice,
    result: voteResult(row.choice, row.outcome),
    points: row.points,
    offer,
    carried: row.carried,
    priced: isPriced({ choice: row.choice, offer }),
    created: row.created.toISOString(),
    enteredAt: row.entered_at.toISOString(),
    contentExist: row.has_content ? 1 : 0,
  }
}

/** Public track records. */
export function createRecordService({ store, ranks }: RecordDeps) {
  const get = async (code: string): Promise<TrackRecord> => {
    const user = await store.user(code)
    if (!user) throw new ApiError('USER_UNKNOWN')
    const season = ranks.currentSeason()
    const [own, newest, rankedMembers] = await Promise.all([
      store.season(season, user.id),
      store.pointsOverTime(user.id),
      ranks.experiencedMembers(),
    ])
    const total = toStats(user)
    const tested = toTestedRecord(user)
    const { rank, stats, status, ranksFrom } = await ranks.of(season, {
      userId: user.id,
      created: user.created.getTime(),
      ranksFrom: user.ranks_from?.getTime() ?? null,
      banned: user.banned,
      stats: toStats(own),
    })
    const sum = (value: (entry: (typeof newest)[number]) => number) =>
      newest.reduce((total, entry) => total + value(entry), 0)
    return {
      id: user.id,
      uniqueCode: user.unique_code,
      nickname: user.nickname,
      joined: user.created.toISOString(),
      total,
      byDirection: {
        up: { calls: user.up_calls, right: user.up_right, points: user.up_points },
        steady: { calls: user.steady_calls, right: user.steady_right, points: user.steady_points },
        down: { calls: user.down_calls, right: user.down_right, points: user.down_points },
      },
      season: {
        season,
        rank,
        figures: stats,
        status,
        ranksFrom: ranksFrom === null ? null : new Date(ranksFrom).toISOString(),
      },
      rankedMembers,
      skill: {
        level: skillLevel(tested),
        z: skillScore(tested),
        designEffect: user.own_variance > 0 ? user.variance / user.own_variance : 1,
      },
      course: newest.toReversed().map(({ id, target_date, points, variance, counts }) => ({
        targetTime: target_date.toISOString(),
        points,
        variance,
        counts,
        voteId: id,
      })),
      before: {
        calls: total.calls - sum(({ counts }) => (counts ? 1 : 0)),
        points: total.points - sum(({ points }) => points),
        variance: Math.max(0, user.variance - sum(({ variance }) => variance)),
      },
    }
  }

  return {
    /** The track record of a normalized code. @throws ApiError USER_UNKNOWN */
    get,

    /** A page of the votes of a code, newest first. @throws ApiError USER_UNKNOWN */
    async votes(code: string, page: number): Promise<UserVotes> {
      const user = await store.total(normalizeUniqueCode(code))
      if (!user) throw new ApiError('USER_UNKNOWN')
      const pagination = paginationOf(user.votes, page, PAGE_SIZE)
      const offset = (page - 1) * PAGE_SIZE
      const isBeyond = offset >= user.votes
      const rows = isBeyond ? [] : await store.votes(user.id, PAGE_SIZE, offset)
      return { posts: rows.map(toUserVote), pagination }
    },
  }
}
