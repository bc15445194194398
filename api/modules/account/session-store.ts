import type { Sql } from '#api/infrastructure/database/sql.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import type { AccountSessions } from '#shared/contract/account.ts'

const LIST = statement(
  `SELECT id, device_app, device_system, created, last_used, expires FROM session
  WHERE user_id = $1 AND revoked IS NULL AND expires > $2 ORDER BY last_used DESC, id LIMIT 100`,
  {
    id: column.text,
    device_app: column.text,
    device_system: column.text,
    created: column.instant,
    last_used: column.instant,
    expires: column.instant,
  },
)
const END_ONE = statement(
  'UPDATE session SET revoked = $3 WHERE user_id = $1 AND id = $2 AND revoked IS NULL RETURNING id',
  { id: column.text },
)

/** The sessions of one user in the database. */
export function createAccountSessionStore(database: Sql) {
  return {
    /** Sessions that have not ended; `currentId` is the session of the request. */
    async list(userId: number, currentId: string, now: number): Promise<AccountSessions> {
      const rows = await database.query(LIST, [userId, new Date(now)])
      return rows.map((row) => ({
        id: row.id,
        device: { app: row.device_app, system: row.device_system },
        created: row.created.toISOString(),
        lastUsed: row.last_used.toISOString(),
        expires: row.expires.toISOString(),
        current: row.id === currentId,
      }))
    },

    /** Revokes one session. @returns whether the user had it */
    async end(userId: number, sessionId: string, now: number): Promise<boolean> {
      const rows = await database.query(END_ONE, [userId, sessionId, new Date(now)])
      return rows.length === 1
    },
  }
}
