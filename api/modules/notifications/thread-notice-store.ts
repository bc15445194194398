import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import type { ThreadTarget } from '#shared/contract/thread.ts'
import { NOTICE_PAUSE_MS } from '#shared/rules/reply.ts'
import {
  isSignedIn,
  NOTIFIED,
  NotifiedPeople,
  type NotifiedPerson,
  queuePush,
} from './notification-sql.ts'

/** The thread that is due first and that no other process works on. */
const CLAIM = statement(
  `SELECT id, vote_id, post_id, notified_id, last_id, position FROM thread_notice WHERE due <= $1
  ORDER BY due LIMIT 1 FOR UPDATE SKIP LOCKED`,
  {
    id: column.int,
    vote_id: column.nullable(column.int),
    post_id: column.nullable(column.int),
    notified_id: column.int,
    last_id: column.nullable(column.int),
    position: column.int,
  },
)

const ADVANCE = statement('UPDATE thread_notice SET last_id = $2, position = $3 WHERE id = $1')

/** Replies that came during the run are due after the pause. */
const finish = (target: ThreadTarget) =>
  statement(
    `UPDATE thread_notice n SET notified = $2::timestamptz, notified_id = $3, last_id = NULL, position = 0,
      due = CASE WHEN EXISTS (SELECT FROM reply r WHERE r.${target}_id = n.${target}_id AND r.id > $3)
        THEN $2::timestamptz + make_interval(secs => ${NOTICE_PAUSE_MS / 1000}) END
    WHERE id = $1`,
  )
const FINISH = { vote: finish('vote'), post: finish('post') }

const lastOf = (target: ThreadTarget) =>
  statement(`SELECT coalesce(max(id), 0) AS id FROM reply WHERE ${target}_id = $1`, {
    id: column.int,
  })
const LAST = { vote: lastOf('vote'), post: lastOf('post') }

/**
 * Notifies people of the replies after `$2` up to `$3` of the thread `$1`: the next `$5` after the user id `$4`, at
 * `$6`, with push messages until `$7`, which replace those of the thread that wait. The author of the note or post
 * follows without a choice. Replies of
 * blocked people do not count, and only mentions do for those who do not follow.
 */
const notify = (target: ThreadTarget) =>
  statement(
    `WITH added_replies AS MATERIALIZED (
      SELECT r.id, r.user_id FROM reply r WHERE r.${target}_id = $1 AND r.id > $2 AND r.id <= $3
        AND r.deleted_at IS NULL AND r.hidden_at IS NULL
    ), mentions AS MATERIALIZED (
      SELECT m.reply_id, m.user_id FROM added_replies r JOIN reply_mention m ON m.reply_id = r.id
    ), people AS MATERIALIZED (
      SELECT x.user_id, x.follows, ARRAY(SELECT m.reply_id FROM mentions m WHERE m.user_id = x.user_id) AS mentions,
        ARRAY(SELECT b.blocked_id FROM block b WHERE b.blocker_id = x.user_id) AS blocked
      FROM (SELECT user_id, bool_or(follows) AS follows FROM (
        SELECT f.user_id, true AS follows FROM thread_follow f
        WHERE f.${target}_id = $1 AND f.state = 'follow' AND f.user_id > $4
        UNION ALL SELECT t.user_id, true FROM ${target} t WHERE t.id = $1 AND t.user_id > $4
          AND NOT EXISTS (SELECT FROM thread_follow f WHERE f.${target}_id = $1 AND f.user_id = t.user_id)
        UNION ALL SELECT m.user_id, false FROM mentions m
        WHERE m.user_id > $4 AND NOT EXISTS (SELECT FROM thread_follow f
          WHERE f.${target}_id = $1 AND f.user_id = m.user_id AND f.state = 'mute')
      ) y GROUP BY user_id ORDER BY user_id LIMIT $5) x
    ), added AS (
      INSERT INTO notification (user_id, kind, alert, created)
      SELECT p.user_id, CASE WHEN c.mentions > 0 THEN 'mention' ELSE 'reply' END::notification_kind,
        jsonb_build_object('target', '${target}', 'threadId', $1::bigint, 'replyId', c.first_id,
          'replies', c.replies, 'mentions', c.mentions, 'authorId',
          (SELECT r.user_id FROM added_replies r WHERE r.id = c.first_id)), $6
      FROM people p LEFT JOIN notification_setting s ON s.user_id = p.user_id
        CROSS JOIN LATERAL (
          SELECT count(*)::int AS replies, min(r.id) AS first_id,
            count(*) FILTER (WHERE r.id = ANY(p.mentions) AND coalesce(s.mention, true))::int AS mentions
          FROM added_replies r WHERE r.user_id <> p.user_id AND r.user_id <> ALL(p.blocked)
            AND ((p.follows AND coalesce(s.reply, true)) OR (r.id = ANY(p.mentions) AND coalesce(s.mention, true)))
        ) c
      WHERE c.replies > 0 AND ${isSignedIn('p.user_id', '$6')}
      ORDER BY p.user_id RETURNING id, user_id
    ), replaced AS (
      DELETE FROM push_delivery p USING added a
        CROSS JOIN LATERAL (SELECT w.notification_id, w.device_id
          FROM push_device d JOIN push_delivery w ON w.device_id = d.id
            JOIN notification n ON n.id = w.notification_id
          WHERE d.user_id = a.user_id AND n.alert->>'target' = '${target}'
            AND n.alert->>'threadId' = ($1::bigint)::text OFFSET 0) waiting
      WHERE (p.notification_id, p.device_id) = (waiting.notification_id, waiting.device_id)
    ), queued AS (
      ${queuePush('$6', '$7')}
    ) SELECT coalesce(max(user_id), 0)::int AS position, count(*)::int AS people,
      ${NOTIFIED} AS notified
    FROM people`,
    { position: column.int, people: column.int, notified: NotifiedPeople },
  )
const NOTIFY = { vote: notify('vote'), post: notify('post') }

export type ThreadNoticeStore = ReturnType<typeof createThreadNoticeStore>

/** Notices of the replies of threads, in the database. `batchSize` is the number of people in a batch. */
export function createThreadNoticeStore(database: Database, batchSize: number) {
  return {
    /**
     * Notifies the next batch of people of the thread that is due first, in one transaction: a crash, or
     * another owner of the jobs, repeats and loses none. Instants are epoch milliseconds.
     * @returns the notifications; null when nothing is due
     */
    runBatch: (now: number, pushUntil: number): Promise<NotifiedPerson[] | null> =>
      database.transaction(async (sql) => {
        const at = new Date(now)
        const [run] = await sql.query(CLAIM, [at])
        if (!run) return null
        const target = run.vote_id === null ? 'post' : 'vote'
        const threadId = run.vote_id ?? run.post_id
        // Replies of the thread wait for the lock of its row, so that all up to the last id are there.
        const [last] = run.last_id === null ? await sql.query(LAST[target], [threadId]) : []
        const lastId = run.last_id ?? last?.id ?? 0
        const span = [run.notified_id, lastId, run.position]
        const values = [threadId, ...span, batchSize, at, new Date(pushUntil)]
        const [done] = await sql.query(NOTIFY[target], values)
        if (done?.people === batchSize) await sql.query(ADVANCE, [run.id, lastId, done.position])
        else await sql.query(FINISH[target], [run.id, at, lastId])
        return done?.notified ?? []
      }),
  }
}
