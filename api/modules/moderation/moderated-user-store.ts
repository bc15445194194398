import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import type { ModeratedUser } from '#shared/contract/moderation.ts'
import { banInstants, PUBLIC_ACTS_SQL } from './moderation-sql.ts'

const USER = statement(
  `SELECT u.id, u.unique_code, u.nickname, u.created, coalesce(s.settled, 0) AS settled, u.is_admin,
    u.muted_until, u.banned_at,
    (SELECT count(*)::int FROM moderation_act a
      WHERE a.subject_id = u.id AND a.act IN (${PUBLIC_ACTS_SQL})) AS past_acts
  FROM user_account u LEFT JOIN user_stats s ON s.user_id = u.id WHERE u.id = $1`,
  {
    id: column.int,
    unique_code: column.text,
    nickname: column.text,
    created: column.instant,
    settled: column.int,
    is_admin: column.int,
    muted_until: column.nullable(column.instant),
    banned_at: column.nullable(column.instant),
    past_acts: column.int,
  },
)

/** Locks the row, so that an admin demoted meanwhile does not act. */
const ACTIVE_LEVEL = statement(
  'SELECT is_admin AS level FROM user_account WHERE id = $1 AND banned_at IS NULL FOR SHARE',
  { level: column.int },
)
const MUTE = statement('UPDATE user_account SET muted_until = $2 WHERE id = $1')
const BAN = statement('UPDATE user_account SET banned_at = $2 WHERE id = $1')
const HIDE_NOTES = statement(
  'UPDATE vote SET note_hidden_at = $2 WHERE user_id = $1 AND has_content AND note_hidden_at IS NULL',
)
const HIDE_POSTS = statement(
  'UPDATE post SET hidden_at = $2 WHERE user_id = $1 AND hidden_at IS NULL',
)
const HIDE_REPLIES = statement(
  `UPDATE reply SET hidden_at = $2
  WHERE user_id = $1 AND hidden_at IS NULL AND deleted_at IS NULL`,
)
const SHOW_NOTES = statement(
  `UPDATE vote SET note_hidden_at = NULL WHERE user_id = $1 AND note_hidden_at IN ${banInstants('$1')}`,
)
const SHOW_POSTS = statement(
  `UPDATE post SET hidden_at = NULL WHERE user_id = $1 AND hidden_at IN ${banInstants('$1')}`,
)
const SHOW_REPLIES = statement(
  `UPDATE reply SET hidden_at = NULL WHERE user_id = $1 AND hidden_at IN ${banInstants('$1')}`,
)

/** A user as moderators see them. */
export async function findModeratedUser(database: Sql, id: number): Promise<ModeratedUser> {
  const [row] = await database.query(USER, [id])
  if (!row) throw new Error(`there is no user ${id}`)
  return {
    id: row.id,
    uniqueCode: row.unique_code,
    nickname: row.nickname,
    created: row.created.toISOString(),
    settledVotes: row.settled,
    isAdmin: row.is_admin,
    mutedUntil: row.muted_until?.toISOString() ?? null,
    bannedAt: row.banned_at?.toISOString() ?? null,
    pastActs: row.past_acts,
  }
}

/** Locks a user until the transaction ends. @returns the admin level; 0 without account or while banned */
export async function lockActiveLevel(sql: Sql, id: number): Promise<number> {
  const [row] = await sql.query(ACTIVE_LEVEL, [id])
  return row?.level ?? 0
}

/** Pauses a user's writing until `until` (epoch milliseconds), or ends the pause with null. */
export async function mute(sql: Sql, userId: number, until: number | null): Promise<void> {
  await sql.query(MUTE, [userId, until === null ? null : new Date(until)])
}

/** Bans a user, whose row stays locked, and hides what the user has written if `hideContent`. */
export async function ban(
  sql: Sql,
  userId: number,
  { now, hideContent }: { now: number; hideContent: boolean },
): Promise<void> {
  const at = new Date(now)
  await sql.query(BAN, [userId, at])
  if (!hideContent) return
  await sql.query(HIDE_NOTES, [userId, at])
  await sql.query(HIDE_POSTS, [userId, at])
  await sql.query(HIDE_REPLIES, [userId, at])
}

/** Lifts a ban, also a repeated one, and shows what it hid. */
export async function unban(sql: Sql, userId: number): Promise<void> {
  await sql.query(SHOW_NOTES, [userId])
  await sql.query(SHOW_POSTS, [userId])
  await sql.query(SHOW_REPLIES, [userId])
  await sql.query(BAN, [userId, null])
}
