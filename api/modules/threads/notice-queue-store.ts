import { type Sql, statement } from '#api/infrastructure/database/sql.ts'
import type { ThreadTarget } from '#shared/contract/thread.ts'
import { NOTICE_PAUSE_MS } from '#shared/rules/reply.ts'
import type { Thread } from './thread-store.ts'

/** Replies from before the first notice, as of an older version, are not notified of. */
const queueFor = (target: ThreadTarget) =>
  statement(
    `INSERT INTO thread_notice AS n (${target}_id, due, notified_id)
    VALUES ($1, $2::timestamptz, (SELECT coalesce(max(id), 0) FROM reply WHERE ${target}_id = $1))
    ON CONFLICT (${target}_id) DO UPDATE SET due = coalesce(n.due,
      greatest($2::timestamptz, n.notified + make_interval(secs => ${NOTICE_PAUSE_MS / 1000})))`,
  )
const QUEUE = { vote: queueFor('vote'), post: queueFor('post') }

/**
 * Makes the notices of a thread due: now, or ten minutes after the last ones. The lock of the row lasts until
 * the end of the caller's transaction.
 */
export async function queueNotice(sql: Sql, { target, id }: Thread, now: number): Promise<void> {
  await sql.query(QUEUE[target], [id, new Date(now)])
}
