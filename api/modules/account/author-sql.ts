import {
  column,
  type Sql,
  type StaticColumns,
  statement,
} from '#api/infrastructure/database/sql.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'

/** A reply, post or vote that its author sends again within this time, as after a lost answer, is the stored one, ms. */
export const RESEND_MS = 10 * MINUTE_MS

const COLUMNS = {
  created: column.instant,
  settled: column.int,
  banned_at: column.nullable(column.instant),
}
const SELECT = `SELECT u.created, coalesce(s.settled, 0) AS settled, u.banned_at FROM user_account u
  LEFT JOIN user_stats s ON s.user_id = u.id WHERE u.id = $1 AND u.erased_at IS NULL`
const AUTHOR = statement(SELECT, COLUMNS)
const LOCK_AUTHOR = statement(`${SELECT} FOR NO KEY UPDATE OF u`, COLUMNS)

export interface Author {
  /** First sign-in, epoch milliseconds. */
  joined: number
  /** Settled votes. */
  settled: number
}

function toAuthor(row: StaticColumns<typeof COLUMNS> | undefined): Author {
  // The account was deleted or banned while its token was still valid.
  if (!row) throw new ApiError('TOKEN_INVALID')
  if (row.banned_at) throw new ApiError('BANNED')
  return { joined: row.created.getTime(), settled: row.settled }
}

/** The author of a text. @throws ApiError TOKEN_INVALID without account, BANNED */
export async function findAuthor(sql: Sql, userId: number): Promise<Author> {
  const [row] = await sql.query(AUTHOR, [userId])
  return toAuthor(row)
}

/**
 * Locks the author of a text until the transaction ends: texts of one person take turns, so that none passes
 * a limit beside another, and a ban waits for a text that it hides. Throws as `findAuthor`.
 */
export async function lockAuthor(sql: Sql, userId: number): Promise<Author> {
  const [row] = await sql.query(LOCK_AUTHOR, [userId])
  return toAuthor(row)
}

/** SQL: the authors of `userIds` (a query) that are not banned, locked, for statements of many people at once. */
export const lockedAuthors = (userIds: string) =>
  `SELECT id FROM user_account WHERE id IN (${userIds}) AND banned_at IS NULL
    ORDER BY id FOR SHARE OF user_account`
