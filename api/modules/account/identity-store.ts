import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import type { IdentityKey } from '#api/modules/auth/store.ts'
import { LoginMethod } from '#shared/contract/auth.ts'

/** An identity of an account. */
export interface StoredIdentity extends IdentityKey {
  id: number
  method: LoginMethod
  /** Epoch milliseconds. */
  created: number
}

const IDENTITY = {
  id: column.int,
  issuer: column.text,
  subject: column.text,
  method: LoginMethod,
}
const LIST = statement(
  `SELECT i.id, i.issuer, i.subject, i.login_method AS method, i.created, i.last_used,
    s.id IS NOT NULL AS is_current
  FROM identity i LEFT JOIN session s ON s.identity_id = i.id AND s.id = $2::uuid
  WHERE i.user_id = $1 ORDER BY i.id`,
  {
    ...IDENTITY,
    created: column.instant,
    last_used: column.instant,
    is_current: column.boolean,
  },
)
const FIND = statement('SELECT user_id FROM identity WHERE issuer = $1 AND subject = $2', {
  user_id: column.int,
})
/** Sign-ins, links, unlinks and the erasure of one account wait for each other. */
const LOCK_ACCOUNT = statement(
  `SELECT banned_at, muted_until FROM user_account WHERE id = $1 AND erased_at IS NULL FOR UPDATE`,
  { banned_at: column.nullable(column.instant), muted_until: column.nullable(column.instant) },
)
const OF_USER = statement(
  `SELECT id, issuer, subject, login_method AS method, created FROM identity WHERE user_id = $1
  ORDER BY id`,
  { ...IDENTITY, created: column.instant },
)
const INSERT = statement(
  `INSERT INTO identity (user_id, issuer, subject, login_method, created, last_used)
  VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT DO NOTHING RETURNING id`,
)
const JOIN_ACCOUNT = statement(
  `UPDATE user_account SET muted_until = greatest(muted_until, $3),
    votes_from = greatest(votes_from, $4),
    login_method = CASE WHEN $2 = 'local' THEN 'local' ELSE login_method END WHERE id = $1`,
)
const DELETE = statement('DELETE FROM identity WHERE id = $1')
const FOLLOW_FIRST = statement(
  `UPDATE user_account SET email = '',
    login_method = CASE WHEN login_method = 'local' THEN 'local' ELSE $2 END WHERE id = $1`,
)
const END_SESSIONS = statement(
  `UPDATE session SET revoked = $3 WHERE identity_id = $1 AND revoked IS NULL
    AND ($2::uuid IS NULL OR id <> $2::uuid) RETURNING id`,
  { id: column.text },
)

/** Identities with the sign-in of the session `sessionId` marked. */
export const listIdentities = (sql: Sql, userId: number, sessionId: string) =>
  sql.query(LIST, [userId, sessionId])

/** The account of an identity; null without one. */
export async function ownerOf(sql: Sql, { issuer, subject }: IdentityKey): Promise<number | null> {
  const [row] = await sql.query(FIND, [issuer, subject])
  return row?.user_id ?? null
}

/** Locks an account until the transaction ends. @returns its sanctions; null without account */
export async function lockAccount(sql: Sql, userId: number) {
  const [row] = await sql.query(LOCK_ACCOUNT, [userId])
  return row ? { bannedAt: row.banned_at, mutedUntil: row.muted_until } : null
}

/** Identities of a locked account, the first one first. */
export async function identitiesOf(sql: Sql, userId: number): Promise<StoredIdentity[]> {
  const rows = await sql.query(OF_USER, [userId])
  return rows.map((row) => ({ ...row, created: row.created.getTime() }))
}

/**
 * Adds an identity to a locked account, with the mute and the vote of its earlier account.
 * @returns false when another account has it
 */
export async function addIdentity(
  sql: Sql,
  userId: number,
  { issuer, subject, method }: IdentityKey & { method: LoginMethod },
  { mutedUntil, votesFrom, now }: AddOptions,
): Promise<boolean> {
  const rows = await sql.query(INSERT, [userId, issuer, subject, method, new Date(now)])
  if (rows.length === 0) return false
  await sql.query(JOIN_ACCOUNT, [userId, method, mutedUntil, votesFrom])
  return true
}

/**
 * Removes an identity of a locked account and ends the sessions that it opened, except `exceptSession`.
 * `next` is the account's first identity afterwards when that changes: the email was of the removed one.
 * @returns the ended sessions
 */
export async function removeIdentity(
  sql: Sql,
  { userId, identityId, exceptSession, next, now }: RemoveOptions,
): Promise<string[]> {
  const ended = await sql.query(END_SESSIONS, [identityId, exceptSession, new Date(now)])
  await sql.query(DELETE, [identityId])
  if (next) await sql.query(FOLLOW_FIRST, [userId, next.method])
  return ended.map(({ id }) => id)
}

interface AddOptions {
  mutedUntil: Date | null
  votesFrom: Date | null
  now: number
}

interface RemoveOptions {
  userId: number
  identityId: number
  exceptSession: string | null
  next: StoredIdentity | null
  now: number
}
