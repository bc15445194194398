import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import type { LoginMethod } from '#shared/contract/auth.ts'
import { ACCOUNT, ACCOUNT_COLUMNS, type Account, toAccount } from './account.ts'
import type { EarlierErasure } from './erased-identities.ts'

export interface NewAccount {
  issuer: string
  subject: string
  method: LoginMethod
  email: string
  nickname: string
  uniqueCode: string
  isAdmin: number
  now: number
  /** Consequences of an erased account of the same person; none by default. */
  earlier?: EarlierErasure | null
}

/** SQL, because the insert of votes returns the same columns. */
const BY_ID = statement(
  `SELECT ${ACCOUNT}, s.last_vote_at
  FROM user_account u LEFT JOIN user_stats s ON s.user_id = u.id WHERE u.id = $1`,
  ACCOUNT_COLUMNS,
)

/** Lower ranks are not computed: they would need a count of everybody above. */
const RANKED = 1000

/** A window function over the first rows of the index user_stats_rank. */
const RANK = statement(
  `SELECT place::int AS rank FROM (
    SELECT user_id, row_number() OVER () AS place FROM (
      SELECT s.user_id FROM user_stats s JOIN user_account u ON u.id = s.user_id
      WHERE u.banned_at IS NULL AND u.erased_at IS NULL
        AND (u.ranks_from IS NULL OR u.ranks_from <= $2)
      ORDER BY s.points DESC, s.settled DESC, s.first_vote_at, s.user_id LIMIT ${RANKED}
    ) first
  ) placed WHERE user_id = $1`,
  { rank: column.int },
)

export type AccountStore = ReturnType<typeof createAccountStore>

/** Accounts in the database. */
export function createAccountStore(database: Database) {
  const { user } = database.prisma
  return {
    async byId(id: number): Promise<Account | null> {
      const [row] = await database.query(BY_ID, [id])
      return row ? toAccount(row) : null
    },

    /** Counts a sign-in and stores a changed email. @returns the id; null for an unknown identity */
    async recordSignIn(
      issuer: string,
      subject: string,
      email: string,
      now: number,
    ): Promise<number | null> {
      const [row] = await user.updateManyAndReturn({
        where: { issuer, subject },
        data: { loginCount: { increment: 1 }, lastLogin: new Date(now), email },
        select: { id: true },
      })
      return row?.id ?? null
    },

    /** @returns the new id; null when the identity or the unique code exists already */
    async insert({ method, now, earlier, ...account }: NewAccount): Promise<number | null> {
      const at = new Date(now)
      const signedIn = { loginMethod: method, created: at, lastLogin: at, loginCount: 1 }
      const [row] = await user.createManyAndReturn({
        data: [{ ...account, ...signedIn, ...earlier }],
        skipDuplicates: true,
        select: { id: true },
      })
      return row?.id ?? null
    },

    async rename(id: number, nickname: string): Promise<void> {
      await user.update({ where: { id }, data: { nickname }, select: { id: true } })
    },

    /** The stored admin level; an access token may be ten minutes older. */
    async adminLevel(id: number): Promise<number> {
      const found = await user.findUnique({ where: { id }, select: { isAdmin: true } })
      return found?.isAdmin ?? 0
    },

    /** Users whose writing is paused at `now`, with the end of the pause (epoch milliseconds). */
    async mutes(now: number): Promise<Map<number, number>> {
      const muted = await user.findMany({
        where: { mutedUntil: { gt: new Date(now) } },
        select: { id: true, mutedUntil: true },
      })
      return new Map(muted.map(({ id, mutedUntil }) => [id, mutedUntil?.getTime() ?? 0]))
    },

    /** The moderator's message of the latest ban; empty without one. */
    async banMessage(id: number): Promise<string> {
      const act = await database.prisma.moderationAct.findFirst({
        where: { subjectId: id, act: 'ban' },
        orderBy: { id: 'desc' },
        select: { message: true },
      })
      return act?.message ?? ''
    },

    /** The nickname that a moderator removed last; null without one. */
    async removedNickname(id: number): Promise<string | null> {
      const act = await database.prisma.moderationAct.findFirst({
        where: { target: 'nickname', targetId: id, act: { in: ['hide', 'rename'] } },
        orderBy: { id: 'desc' },
        select: { excerpt: true },
      })
      return act?.excerpt ?? null
    },

    /** Rank from 1; null before the first vote, beyond the first thousand and while not ranked. */
    async rank(id: number, now: number): Promise<number | null> {
      const [row] = await database.query(RANK, [id, new Date(now)])
      return row?.rank ?? null
    },
  }
}
