import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import type { ThreadFollow, ThreadTarget } from '#shared/contract/thread.ts'
import type { Thread } from './thread-store.ts'

/** SQL: stores a choice for a thread that exists. */
const setFor = (target: ThreadTarget) =>
  statement(
    `INSERT INTO thread_follow (${target}_id, user_id, state, changed)
    SELECT t.id, u.id, $3::thread_follow_state, $4 FROM ${target} t, user_account u
    WHERE t.id = $1 AND u.id = $2 AND u.erased_at IS NULL
    ON CONFLICT (${target}_id, user_id) DO UPDATE SET state = excluded.state, changed = excluded.changed
    RETURNING user_id`,
    { user_id: column.int },
  )
const SET = { vote: setFor('vote'), post: setFor('post') }

/** A choice stays. */
const followFor = (target: ThreadTarget) =>
  statement(
    `INSERT INTO thread_follow (${target}_id, user_id, state, changed) VALUES ($1, $2, 'follow', $3)
    ON CONFLICT (${target}_id, user_id) DO NOTHING`,
  )
const FOLLOW = { vote: followFor('vote'), post: followFor('post') }

/** Lets the author of a reply follow its thread, unless they have chosen otherwise. */
export async function followByWriting(
  sql: Sql,
  { target, id }: Thread,
  userId: number,
  now: number,
): Promise<void> {
  await sql.query(FOLLOW[target], [id, userId, new Date(now)])
}

/** Choices of people for threads, in the database. */
export function createFollowStore(database: Database) {
  return {
    /** @returns whether there are such a thread and account */
    async set(userId: number, { target, id }: Thread, state: ThreadFollow, now: number) {
      const rows = await database.query(SET[target], [id, userId, state, new Date(now)])
      return rows.length === 1
    },
  }
}

export type FollowStore = ReturnType<typeof createFollowStore>
