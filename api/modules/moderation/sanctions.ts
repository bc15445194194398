import { endSessions } from '#api/auth/end-sessions.ts'
import { type Sql, statement } from '#api/infrastructure/database/sql.ts'

const MUTE = statement('UPDATE user_account SET muted_until = $2 WHERE id = $1')
const BAN = statement('UPDATE user_account SET banned_at = $2 WHERE id = $1')
const HIDE_NOTES = statement(
  'UPDATE vote SET note_hidden_at = $2 WHERE user_id = $1 AND has_content AND note_hidden_at IS NULL',
)
const HIDE_POSTS = statement(
  'UPDATE post SET hidden_at = $2 WHERE user_id = $1 AND hidden_at IS NULL',
)
/** Texts hidden by the ban have its instant; those hidden before stay hidden. */
const SHOW_NOTES = statement(
  `UPDATE vote v SET note_hidden_at = NULL FROM user_account u
  WHERE v.user_id = $1 AND u.id = $1 AND v.note_hidden_at = u.banned_at`,
)
const SHOW_POSTS = statement(
  `UPDATE post p SET hidden_at = NULL FROM user_account u
  WHERE p.user_id = $1 AND u.id = $1 AND p.hidden_at = u.banned_at`,
)

/** Pauses a user's writing until `until` (epoch milliseconds), or ends the pause with null. */
export async function mute(sql: Sql, userId: number, until: number | null): Promise<void> {
  await sql.query(MUTE, [userId, until === null ? null : new Date(until)])
}

/**
 * Bans a user and revokes every session. The update locks the account's row first, so a concurrent
 * sign-in either has its session revoked here or is refused.
 * @returns the revoked sessions
 */
export async function ban(
  sql: Sql,
  userId: number,
  { now, hideContent }: { now: number; hideContent: boolean },
): Promise<string[]> {
  const at = new Date(now)
  await sql.query(BAN, [userId, at])
  if (hideContent) {
    await sql.query(HIDE_NOTES, [userId, at])
    await sql.query(HIDE_POSTS, [userId, at])
  }
  return endSessions(sql, { userId, exceptId: null, now })
}

/** Lifts a ban and shows what it hid. */
export async function unban(sql: Sql, userId: number): Promise<void> {
  await sql.query(SHOW_NOTES, [userId])
  await sql.query(SHOW_POSTS, [userId])
  await sql.query(BAN, [userId, null])
}
