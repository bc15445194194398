import {
  column,
  integerArray,
  type Sql,
  type StaticColumns,
  statement,
} from '#api/infrastructure/database/sql.ts'

/** The account data that the admin command prints. */
const ACCOUNT_COLUMNS = {
  id: column.int,
  nickname: column.text,
  uniqueCode: column.text,
  /** Empty when no provider gave one. */
  email: column.text,
  /** Issuer and subject of each identity, the first one first. */
  identities: column.text,
  method: column.text,
  level: column.int,
}
export type AdminAccount = StaticColumns<typeof ACCOUNT_COLUMNS>

const COLUMNS = `id, nickname, unique_code AS "uniqueCode", email, login_method AS method,
  is_admin AS level, (SELECT coalesce(string_agg(i.issuer || ' as ' || i.subject, ', ' ORDER BY i.id), '')
    FROM identity i WHERE i.user_id = user_account.id) AS identities`

const find = (condition: string) =>
  statement(
    `SELECT ${COLUMNS} FROM user_account WHERE NOT is_demo AND ${condition} ORDER BY id`,
    ACCOUNT_COLUMNS,
  )

/**
 * SQL, because Prisma's insensitive comparison treats `_` and `%` as wildcards. Only methods that
 * verify addresses: another provider may let people type any. The email is the first identity's.
 */
const BY_EMAIL = find(
  `lower(email) = lower($1) AND (SELECT i.login_method FROM identity i
    WHERE i.user_id = user_account.id ORDER BY i.id LIMIT 1) IN ('google', 'local')`,
)
const BY_CODE = find('unique_code = upper($1)')
const BY_IDENTITY = find(
  'id = (SELECT i.user_id FROM identity i WHERE i.issuer = $1 AND i.subject = $2)',
)
const ADMINS = statement(
  `SELECT ${COLUMNS} FROM user_account WHERE is_admin > 0 AND NOT is_demo
  ORDER BY is_admin DESC, id`,
  ACCOUNT_COLUMNS,
)
const SET_LEVEL = statement('UPDATE user_account SET is_admin = $2 WHERE id = ANY($1::text::int[])')

const ENDED = { ended: column.int }
const endSessions = (condition: string) =>
  statement(
    `WITH ended AS (UPDATE session SET revoked = $1 WHERE revoked IS NULL ${condition} RETURNING 1)
    SELECT count(*)::int AS ended FROM ended`,
    ENDED,
  )
const END_ALL = endSessions('')
const END_SOME = endSessions('AND user_id = ANY($2::text::int[])')

/** Names one account, or by `email` all accounts with that verified address. */
export type AccountName = { email: string } | { code: string } | { issuer: string; subject: string }

/** Accounts, admin levels and sessions for the operator. Excludes demo accounts. */
export function createAdminStore(database: Sql) {
  return {
    find(name: AccountName): Promise<AdminAccount[]> {
      if ('email' in name) return database.query(BY_EMAIL, [name.email])
      if ('code' in name) return database.query(BY_CODE, [name.code])
      return database.query(BY_IDENTITY, [name.issuer, name.subject])
    },

    async setLevel(ids: readonly number[], level: number): Promise<void> {
      await database.query(SET_LEVEL, [integerArray(ids), level])
    },

    /** Every account with a level above 0, highest first. */
    admins: (): Promise<AdminAccount[]> => database.query(ADMINS),

    /** Revokes the sessions of these users, or all, and returns their number. */
    async endSessions(ids: readonly number[] | 'all', now: number): Promise<number> {
      const at = new Date(now)
      const [row] = await (ids === 'all'
        ? database.query(END_ALL, [at])
        : database.query(END_SOME, [at, integerArray(ids)]))
      return row?.ended ?? 0
    },
  }
}
