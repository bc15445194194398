import type { Database } from '#api/infrastructure/database/database.ts'

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
        select: {
          id: true,
          choice: true,
          offerHit: true,
          offerMiss: true,
          offerVersion: true,
          carried: true,
          entryPrice: true,
          created: true,
          round: { select: { targetDate: true, refPrice: true, outcome: true, settledAt: true } },
          ledger: { select: { points: true, settledAt: true } },
          atMidnight: true,
        },
      })
      return rows.map((row) => ({ ...row, id: Number(row.id) }))
    },
  }
}
