import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import { DELETED_NICKNAME } from '#shared/rules/deleted-user.ts'
import type { Sanctions } from './erased-identity-store.ts'

/** One erasure at a time: two would lock the votes that both people liked in different order. */
const TAKE_TURN = statement(
  `WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(727004))
  SELECT count(*)::int AS turns FROM turn`,
)
const LOCK_ACCOUNT = statement(
  `SELECT nickname, is_admin > 0 AND banned_at IS NULL AS is_active_admin,
    banned_at, muted_until FROM user_account WHERE id = $1 AND erased_at IS NULL FOR UPDATE`,
  {
    nickname: column.text,
    is_active_admin: column.boolean,
    banned_at: column.nullable(column.instant),
    muted_until: column.nullable(column.instant),
  },
)
const OTHER_ADMINS = statement(
  `SELECT count(*)::int AS admins FROM user_account
  WHERE is_admin > 0 AND banned_at IS NULL AND NOT is_demo AND id <> $1`,
  { admins: column.int },
)
/** The share lock makes a settlement wait: a ledger batch must not see votes before their transfer. */
const LOCK_ROUNDS = statement(
  `SELECT pending_outcome IS NOT NULL AS is_settling FROM round WHERE settled_at IS NULL
  ORDER BY id FOR SHARE`,
  { is_settling: column.boolean },
)
/** With `ranks_from`, on which its stats depend. */
const INSERT_SUCCESSOR = statement(
  `INSERT INTO user_account (login_method, email, nickname, unique_code, created, last_login,
    erased_at, ranks_from)
  SELECT 'other', '', $1, $2, $3::timestamptz, $3::timestamptz, $3::timestamptz, ranks_from
  FROM user_account WHERE id = $4
  ON CONFLICT DO NOTHING RETURNING id`,
  { id: column.int },
)

/** Login method of accounts that are closed while their posts and reactions are removed in batches. */
const ERASING = 'erasing'
const DELETE_IDENTITIES = statement('DELETE FROM identity WHERE user_id = $1')
/** The ban refuses a sign-in that is under way. */
const CLOSE_ACCOUNT = statement(
  `UPDATE user_account SET login_method = '${ERASING}', email = '', nickname = $2, unique_code = $3,
    is_admin = 0, erased_at = $4, banned_at = $4, muted_until = NULL
  WHERE id = $1 AND NOT EXISTS (SELECT FROM user_account WHERE unique_code = $3) RETURNING id`,
  { id: column.int },
)
const LOCK_CLOSED = statement(
  `SELECT id FROM user_account WHERE id = $1 AND login_method = '${ERASING}' FOR UPDATE`,
  { id: column.int },
)
const CLOSED = statement(`SELECT id FROM user_account WHERE login_method = '${ERASING}'`, {
  id: column.int,
})

/** An account that is about to be erased. */
interface LockedAccount extends Sanctions {
  nickname: string
  /** Whether it may moderate at present. */
  isActiveAdmin: boolean
}

/** A new account in the place of another one. */
interface Replacement {
  userId: number
  /** Fails when another account has it. */
  code: string
  now: Date
}

/** Waits until no other transaction erases an account. */
export async function takeTurn(sql: Sql): Promise<void> {
  await sql.query(TAKE_TURN)
}

/**
 * Locks an account until the transaction ends: concurrent writes of its user wait, and then fail without it.
 * @returns null without account
 */
export async function lockErasable(sql: Sql, userId: number): Promise<LockedAccount | null> {
  const [row] = await sql.query(LOCK_ACCOUNT, [userId])
  if (!row) return null
  return {
    nickname: row.nickname,
    isActiveAdmin: row.is_active_admin,
    bannedAt: row.banned_at,
    mutedUntil: row.muted_until,
  }
}

/** Whether anybody else may moderate. */
export async function hasOtherAdmin(sql: Sql, userId: number): Promise<boolean> {
  const [others] = await sql.query(OTHER_ADMINS, [userId])
  return others !== undefined && others.admins > 0
}

/** Keeps the open rounds unsettled until the transaction ends. @returns whether one is being settled */
export async function lockOpenRounds(sql: Sql): Promise<boolean> {
  const rounds = await sql.query(LOCK_ROUNDS)
  return rounds.some(({ is_settling }) => is_settling)
}

/** Inserts the nameless account that takes over votes. @returns its id; null when the code is taken */
export async function insertSuccessor(
  sql: Sql,
  { userId, code, now }: Replacement,
): Promise<number | null> {
  const [row] = await sql.query(INSERT_SUCCESSOR, [DELETED_NICKNAME, code, now, userId])
  return row?.id ?? null
}

/**
 * Removes name and identities from an account whose texts are still being removed.
 * @returns its id; null when the code is taken
 */
export async function closeAccount(
  sql: Sql,
  { userId, code, now }: Replacement,
): Promise<number | null> {
  await sql.query(DELETE_IDENTITIES, [userId])
  const [row] = await sql.query(CLOSE_ACCOUNT, [userId, DELETED_NICKNAME, code, now])
  return row?.id ?? null
}

/** Locks a closed account until the transaction ends. @returns whether it is still there */
export async function lockClosed(sql: Sql, userId: number): Promise<boolean> {
  return (await sql.query(LOCK_CLOSED, [userId])).length > 0
}

/** Accounts whose texts are still being removed. */
export async function closedAccounts(sql: Sql): Promise<number[]> {
  return (await sql.query(CLOSED)).map(({ id }) => id)
}
