import { type Sql, statement } from '#api/infrastructure/database/sql.ts'
import { endSessions } from '#api/modules/auth/end-sessions.ts'

const MUTE = statement('UPDATE user_account SET muted_until = $2 WHERE id = $1')
const BAN = statement('UPDATE user_account SET banned_at = $2 WHERE id = $1')
const HIDE_NOTES = statement(
  'UPDATE vote SET note_hidden_at = $2 WHERE user_id = $1 AND has_content AND note_hidden_at IS NULL',
)
const HIDE_POSTS = statement(
  'UPDATE post SET hidden_at = $2 WHERE user_id = $1 AND hidden_at IS NULL',
)
/** Texts hidden by a ban have the instant of its act; a ban may have been repeated. */
const BAN_INSTANTS = `SELECT created FROM moderation_act WHERE subject_id = $1 AND act = 'ban'`
const SHOW_NOTES = statement(
  `UPDATE vote SET note_hidden_at = NULL WHERE user_id = $1 AND note_hidden_at IN (${BAN_INSTANTS})`,
)
const SHOW_POSTS = statement(
  `UPDATE post SET hidden_at = NULL WHERE user_id = $1 AND hidden_at IN (${BAN_INSTANTS})`,
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

/** Lifts a ban, also a repeated one, and shows what it hid. */
export async function unban(sql: Sql, userId: number): Promise<void> {
  await sql.query(SHOW_NOTES, [userId])
  await sql.query(SHOW_POSTS, [userId])
  await sql.query(BAN, [userId, null])
}
