import type { Clock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import type { Rankers } from '#shared/contract/users.ts'

export type RankerStore = ReturnType<typeof createRankerStore>

/** The ranking of people with a settled vote in the database, in the order of the index user_stats_rank. */
export function createRankerStore(database: Database, clock: Pick<Clock, 'now'>) {
  return {
    async top(limit: number): Promise<Rankers> {
      const stats = await database.prisma.userStats.findMany({
        where: {
          settled: { gt: 0 },
          user: {
            bannedAt: null,
            erasedAt: null,
            OR: [{ ranksFrom: null }, { ranksFrom: { lte: new Date(clock.now()) } }],
          },
        },
        orderBy: [
          { points: 'desc' },
          { settled: 'desc' },
          { firstVoteAt: 'asc' },
          { userId: 'asc' },
        ],
        take: limit,
        select: {
          userId: true,
          points: true,
          user: { select: { uniqueCode: true, nickname: true } },
        },
      })
      return stats.map(({ userId, points, user }) => ({ id: userId, ...user, points }))
    },
  }
}
