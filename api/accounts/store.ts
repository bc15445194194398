import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import type { LoginMethod } from '#shared/contract/auth.ts'
import { ACCOUNT, ACCOUNT_COLUMNS, type Account, toAccount } from './account-row.ts'

export interface NewAccount {
  issuer: string
  subject: string
  method: LoginMethod
  email: string
  nickname: string
  uniqueCode: string
  isAdmin: number
  now: number
}

const BY_ID = statement(
  `SELECT ${ACCOUNT}, s.last_vote_at
  FROM user_account u LEFT JOIN user_stats s ON s.user_id = u.id WHERE u.id = $1`,
  ACCOUNT_COLUMNS,
)

/** Places further down are not told: finding them would mean counting everybody above. */
const RANKED = 1000

/** The first places in the order of the index user_stats_rank, numbered. */
const RANK = `SELECT place::int AS rank FROM (
    SELECT user_id, row_number() OVER () AS place FROM (
      SELECT user_id FROM user_stats
      ORDER BY points DESC, settled DESC, first_vote_at, user_id LIMIT ${RANKED}
    ) first
  ) placed WHERE user_id = $1`

export type AccountStore = ReturnType<typeof createAccountStore>

/** People in the database. */
export function createAccountStore(database: Database) {
  return {
    async byId(id: number): Promise<Account | null> {
      const [row] = await database.query(BY_ID, [id])
      return row ? toAccount(row) : null
    },

    /** Counts a sign-in of a known person and takes over a changed e-mail. Null for a new person. */
    async signedIn(
      issuer: string,
      subject: string,
      email: string,
      now: number,
    ): Promise<number | null> {
      const [row] = await database.query(
        statement(
          `UPDATE user_account SET login_count = login_count + 1, last_login = $4, email = $3
         WHERE issuer = $1 AND subject = $2 RETURNING id`,
          { id: column.int },
        ),
        [issuer, subject, email, new Date(now)],
      )
      return row?.id ?? null
    },

    /** Makes an account. Null when the person, or the unique code, is there already. */
    async create(account: NewAccount): Promise<number | null> {
      const [row] = await database.query(
        statement(
          `INSERT INTO user_account (issuer, subject, login_method, email, nickname, unique_code,
           is_admin, created, last_login, login_count)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, 1) ON CONFLICT DO NOTHING RETURNING id`,
          { id: column.int },
        ),
        [
          account.issuer,
          account.subject,
          account.method,
          account.email,
          account.nickname,
          account.uniqueCode,
          account.isAdmin,
          new Date(account.now),
        ],
      )
      return row?.id ?? null
    },

    async rename(id: number, nickname: string): Promise<void> {
      await database.prisma.user.update({ where: { id }, data: { nickname }, select: { id: true } })
    },

    /** The admin level now, which a token ten minutes old may not know. */
    async adminLevel(id: number): Promise<number> {
      const user = await database.prisma.user.findUnique({
        where: { id },
        select: { isAdmin: true },
      })
      return user?.isAdmin ?? 0
    },

    /** Place in the ranking, from 1; null before the first vote and beyond the first thousand. */
    async rank(id: number): Promise<number | null> {
      const [row] = await database.query(statement(RANK, { rank: column.int }), [id])
      return row?.rank ?? null
    },
  }
}
