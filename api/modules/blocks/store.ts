import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'

const LIST = statement(
  `SELECT u.unique_code, u.nickname, b.created
  FROM block b JOIN user_account u ON u.id = b.blocked_id AND u.erased_at IS NULL
  WHERE b.blocker_id = $1 ORDER BY b.created DESC, b.blocked_id DESC`,
  { unique_code: column.text, nickname: column.text, created: column.instant },
)

/** Blocks of one person wait for each other, so that none exceeds the limit. */
const LOCK_ACCOUNT = statement(
  'SELECT id FROM user_account WHERE id = $1 AND erased_at IS NULL FOR NO KEY UPDATE',
  { id: column.int },
)
const FIND = statement(
  `SELECT u.id, EXISTS (SELECT FROM block b WHERE b.blocker_id = $2 AND b.blocked_id = u.id) AS is_blocked
  FROM user_account u WHERE u.unique_code = $1 AND u.erased_at IS NULL`,
  { id: column.int, is_blocked: column.boolean },
)
const COUNT = statement('SELECT count(*)::int AS blocks FROM block WHERE blocker_id = $1', {
  blocks: column.int,
})
const INSERT = statement(`INSERT INTO block (blocker_id, blocked_id, created) VALUES ($1, $2, $3)
  ON CONFLICT DO NOTHING`)
const DELETE = statement(
  `DELETE FROM block b USING user_account u
  WHERE u.id = b.blocked_id AND b.blocker_id = $1 AND u.unique_code = $2`,
)

/** A person who is about to be blocked. */
export interface BlockTarget {
  id: number
  isBlocked: boolean
  /** Blocks that the blocker has. */
  count: number
}

export type BlockStore = ReturnType<typeof createBlockStore>

/** Blocks in the database. */
export function createBlockStore(database: Database) {
  return {
    /** Latest first. */
    list: (userId: number) => database.query(LIST, [userId]),

    /**
     * Blocks the person with a code (normalized) unless `check` throws; it gets null without that person.
     * @returns false without the account of the blocker
     */
    add: (userId: number, code: string, now: number, check: (found: BlockTarget | null) => void) =>
      database.transaction(async (sql): Promise<boolean> => {
        if ((await sql.query(LOCK_ACCOUNT, [userId])).length === 0) return false
        const [row] = await sql.query(FIND, [code, userId])
        const [counted] = await sql.query(COUNT, [userId])
        check(row ? { id: row.id, isBlocked: row.is_blocked, count: counted?.blocks ?? 0 } : null)
        if (row) await sql.query(INSERT, [userId, row.id, new Date(now)])
        return true
      }),

    async remove(userId: number, code: string): Promise<void> {
      await database.query(DELETE, [userId, code])
    },
  }
}
