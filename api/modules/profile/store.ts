import type { Database } from '#api/infrastructure/database/database.ts'

const OWN_VOTE = {
  id: true,
  choice: true,
  offerHit: true,
  offerMiss: true,
  offerVersion: true,
  carried: true,
  entryPrice: true,
  created: true,
  accepted: true,
  round: { select: { targetDate: true, refPrice: true, outcome: true, settledAt: true } },
  ledger: { select: { points: true, settledAt: true } },
  atMidnight: true,
} as const

/** From the first instant to before the second. */
export interface Span {
  start: Date
  end: Date
}

export type OwnVoteStore = ReturnType<typeof createOwnVoteStore>
export type OwnVoteRow = Awaited<ReturnType<OwnVoteStore['newest']>>[number]

/** The votes of one user in the database. */
export function createOwnVoteStore(database: Database) {
  return {
    /** Newest first. Round ids increase with time, so the index (user, round) provides this order. */
    async newest(userId: number, limit: number) {
      const rows = await database.prisma.vote.findMany({
        where: { userId },
        orderBy: { roundId: 'desc' },
        take: limit,
        select: OWN_VOTE,
      })
      return rows.map((row) => ({ ...row, id: Number(row.id) }))
    },

    /** Votes of rounds with their target in a span that are settled, newest first. */
    async settledIn(userId: number, { start: gte, end: lt }: Span) {
      const rows = await database.prisma.vote.findMany({
        where: { userId, round: { targetDate: { gte, lt }, settledAt: { not: null } } },
        orderBy: { roundId: 'desc' },
        select: OWN_VOTE,
      })
      return rows.map((row) => ({ ...row, id: Number(row.id) }))
    },

    /** The number of votes that were made in a span. */
    madeIn: (userId: number, { start: gte, end: lt }: Span): Promise<number> =>
      database.prisma.vote.count({ where: { userId, created: { gte, lt } } }),

    /** Ranks before and after the week that begins on `week`; null when none are stored. */
    weekRank: (
      userId: number,
      week: Date,
    ): Promise<{ rankBefore: number | null; rank: number | null } | null> =>
      database.prisma.weekRank.findUnique({
        where: { userId_week: { userId, week } },
        select: { rankBefore: true, rank: true },
      }),
  }
}
