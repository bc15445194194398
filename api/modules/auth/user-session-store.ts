import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import type { AccessTokenClaims } from './access-token.ts'

const REVOKE = statement(
  `UPDATE session SET revoked = $3 WHERE user_id = $1 AND revoked IS NULL
    AND ($2::text IS NULL OR id::text <> $2) RETURNING id`,
  { id: column.text },
)
/** A renewal of the tokens does not count: whoever holds them may be somebody else. */
const FIND_SIGN_IN = statement(
  `SELECT coalesce(auth_time, created) AS auth_time FROM session
  WHERE id = $1::uuid AND user_id = $2 AND revoked IS NULL`,
  { auth_time: column.instant },
)
const MOVE_SIGN_IN = statement(
  `UPDATE session SET auth_time = $3 WHERE id = $1::uuid AND user_id = $2 AND revoked IS NULL
  RETURNING id`,
  { id: column.text },
)

type Viewer = Pick<AccessTokenClaims, 'id' | 'sid'>

/** Revokes the sessions of a user, all but `exceptId` (null: all). @returns the revoked ones */
export async function revokeSessions(
  sql: Sql,
  userId: number,
  exceptId: string | null,
  at: Date,
): Promise<string[]> {
  const rows = await sql.query(REVOKE, [userId, exceptId, at])
  return rows.map(({ id }) => id)
}

/** The last sign-in of a session at its provider (epoch ms); null for one that has ended. */
export async function lastSignIn(sql: Sql, { id, sid }: Viewer): Promise<number | null> {
  const [session] = await sql.query(FIND_SIGN_IN, [sid, id])
  return session?.auth_time.getTime() ?? null
}

/** Sets the last sign-in of a session. @returns false for one that has ended */
export async function moveSignIn(sql: Sql, { id, sid }: Viewer, now: number): Promise<boolean> {
  return (await sql.query(MOVE_SIGN_IN, [sid, id, new Date(now)])).length > 0
}
