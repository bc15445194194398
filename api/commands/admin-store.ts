import {
  column,
  type Sql,
  type StaticColumns,
  statement,
} from '#api/infrastructure/database/sql.ts'

/** The account data that the admin command prints. */
const ACCOUNT_COLUMNS = {
  id: column.int,
  nickname: column.text,
  uniqueCode: column.text,
  email: column.text,
  issuer: column.text,
  level: column.int,
}
export type AdminAccount = StaticColumns<typeof ACCOUNT_COLUMNS>

const COLUMNS = 'id, nickname, unique_code AS "uniqueCode", email, issuer, is_admin AS level'

/** Admin levels in the database. Excludes demo accounts, which nobody can sign in to. */
export function createAdminStore(database: Sql) {
  return {
    /**
     * Sets the level of every account with this email, in any case. SQL, because Prisma's insensitive
     * comparison treats `_` and `%` as wildcards. Sign-in accepts verified addresses only.
     */
    setLevel(email: string, level: number): Promise<AdminAccount[]> {
      return database.query(
        statement(
          `UPDATE user_account SET is_admin = $2 WHERE lower(email) = lower($1) AND NOT is_demo
         RETURNING ${COLUMNS}`,
          ACCOUNT_COLUMNS,
        ),
        [email, level],
      )
    },

    /** Every account with a level above 0, highest first. */
    admins(): Promise<AdminAccount[]> {
      return database.query(
        statement(
          `SELECT ${COLUMNS} FROM user_account WHERE is_admin > 0 AND NOT is_demo
         ORDER BY is_admin DESC, id`,
          ACCOUNT_COLUMNS,
        ),
      )
    },
  }
}
