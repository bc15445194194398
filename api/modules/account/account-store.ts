import type { Database } from '#api/infrastructure/database/database.ts'
import { column, integerArray, statement } from '#api/infrastructure/database/sql.ts'
import { createBatchedRead } from '#api/infrastructure/shared-reads.ts'
import { updateDocument } from '#api/modules/search/document-sql.ts'
import { LoginMethod } from '#shared/contract/auth.ts'
import { firstNickname } from '#shared/rules/nickname.ts'
import type { Account } from './account.ts'
import { ACCOUNT, ACCOUNT_COLUMNS, toAccount } from './account-sql.ts'
import type { EarlierErasure } from './erased-identity-store.ts'

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

/** Locks the account before the identity, as linking and unlinking do. */
const RECORD_SIGN_IN = statement(
  `WITH account AS (
    UPDATE user_account u SET login_count = login_count + 1, last_login = $4,
      email = CASE WHEN i.id = (SELECT min(id) FROM identity WHERE user_id = i.user_id) THEN $3
        ELSE email END
    FROM identity i WHERE i.issuer = $1 AND i.subject = $2 AND u.id = i.user_id
    RETURNING u.id, u.login_method, i.id AS identity_id
  ), used AS (
    UPDATE identity SET last_used = $4 FROM account WHERE identity.id = account.identity_id
  )
  SELECT id, login_method FROM account`,
  { id: column.int, login_method: LoginMethod },
)
const INSERT = statement(
  `INSERT INTO user_account (login_method, email, nickname, unique_code, is_admin, created,
    last_login, login_count, ranks_from, banned_at, muted_until, votes_from)
  VALUES ($1, $2, $3, $4, $5, $6, $6, 1, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING id`,
  { id: column.int },
)
const INSERT_IDENTITY = statement(
  `INSERT INTO identity (user_id, issuer, subject, login_method, created, last_used)
  VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT DO NOTHING RETURNING id`,
  { id: column.int },
)

const ADMIN_LEVELS = statement(
  'SELECT id, is_admin FROM user_account WHERE id = ANY ($1::text::int[])',
  { id: column.int, is_admin: column.int },
)
const RENAME = statement('UPDATE user_account SET nickname = $2 WHERE id = $1')

/** Rolls back the account of a concurrent first sign-in. */
class IdentityExists extends Error {}

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
      WHERE s.settled > 0 AND u.banned_at IS NULL AND u.erased_at IS NULL
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
  const adminLevel = createBatchedRead(async (ids: readonly number[]) => {
    const rows = await database.query(ADMIN_LEVELS, [integerArray(ids)])
    const levels = new Map(rows.map(({ id, is_admin }) => [id, is_admin]))
    return ids.map((id) => levels.get(id) ?? 0)
  })
  return {
    async byId(id: number): Promise<Account | null> {
      const [row] = await database.query(BY_ID, [id])
      return row ? toAccount(row) : null
    },

    /**
     * Counts a sign-in; the first identity of an account also stores a changed email.
     * @returns null for an unknown identity
     */
    async recordSignIn(
      issuer: string,
      subject: string,
      email: string,
      now: number,
    ): Promise<{ id: number; method: LoginMethod } | null> {
      const [row] = await database.query(RECORD_SIGN_IN, [issuer, subject, email, new Date(now)])
      return row ? { id: row.id, method: row.login_method } : null
    },

    /**
     * Creates an account and its first identity.
     * @returns the new id; null when the identity or the unique code exists already
     */
    async insert({ method, now, earlier, ...account }: NewAccount): Promise<number | null> {
      const { issuer, subject, email, nickname, uniqueCode, isAdmin } = account
      const at = new Date(now)
      const {
        ranksFrom = null,
        bannedAt = null,
        mutedUntil = null,
        votesFrom = null,
      } = earlier ?? {}
      const consequences = [ranksFrom, bannedAt, mutedUntil, votesFrom]
      const values = [method, email, nickname, uniqueCode, isAdmin, at]
      const created = database.transaction(async (sql) => {
        const [row] = await sql.query(INSERT, [...values, ...consequences])
        if (!row) return null
        const linked = await sql.query(INSERT_IDENTITY, [row.id, issuer, subject, method, at])
        if (linked.length === 0) throw new IdentityExists()
        await updateDocument(sql, 'person', row.id)
        return row.id
      })
      return created.catch((error: unknown) => {
        if (error instanceof IdentityExists) return null
        throw error
      })
    },

    /** Why the person may not vote at `now` (epoch ms); null for who may. Not twice with an identity that left its account. */
    async voteRefusal(
      id: number,
      now: number,
    ): Promise<'TOKEN_INVALID' | 'BANNED' | 'VOTED_BEFORE' | null> {
      const select = { bannedAt: true, erasedAt: true, votesFrom: true }
      const found = await user.findUnique({ where: { id }, select })
      if (!found || found.erasedAt) return 'TOKEN_INVALID'
      if (found.bannedAt) return 'BANNED'
      return found.votesFrom && found.votesFrom.getTime() > now ? 'VOTED_BEFORE' : null
    },

    rename: (id: number, nickname: string): Promise<void> =>
      database.transaction(async (sql) => {
        await sql.query(RENAME, [id, nickname])
        await updateDocument(sql, 'person', id)
      }),

    /** The stored admin level; an access token may be ten minutes older. */
    adminLevel,

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

    /** Nicknames of a user that were removed and not given back, of the latest hundred decisions. */
    async removedNicknames(id: number): Promise<string[]> {
      const acts = await database.prisma.moderationAct.findMany({
        where: { target: 'nickname', targetId: id, act: { in: ['hide', 'rename', 'restore'] } },
        orderBy: { id: 'desc' },
        take: 100,
        select: { act: true, excerpt: true, subject: { select: { uniqueCode: true } } },
      })
      let removed: string[] = []
      for (const { act, excerpt, subject } of acts.reverse()) {
        if (act !== 'restore') removed.push(excerpt)
        else {
          // A moderator replaces the default nickname by the last one removed; an appeal names the one it frees.
          const isLast = excerpt === firstNickname('', subject?.uniqueCode ?? '')
          const freed = isLast ? removed.at(-1) : excerpt
          removed = removed.filter((name) => name !== freed)
        }
      }
      return removed
    },

    /** Rank from 1; null before the first settled vote, beyond the first thousand and while not ranked. */
    async rank(id: number, now: number): Promise<number | null> {
      const [row] = await database.query(RANK, [id, new Date(now)])
      return row?.rank ?? null
    },
  }
}
