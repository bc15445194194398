import type { Database } from '#api/infrastructure/database/database.ts'
import {
  column,
  type Sql,
  type StaticColumns,
  statement,
} from '#api/infrastructure/database/sql.ts'
import { type Author, findAuthor, lockAuthor, RESEND_MS } from '#api/modules/account/author-sql.ts'
import { updateDocument } from '#api/modules/search/document-sql.ts'
import type { Reply } from '#shared/contract/replies.ts'
import { ThreadTarget } from '#shared/contract/thread.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { followByWriting } from './follow-store.ts'
import { type MentioningReply, setMentions } from './mention-store.ts'
import { queueNotice } from './notice-queue-store.ts'
import { REPLY_COLUMNS, selectReplies, type ThreadViewer, toReply } from './reply-sql.ts'
import type { Thread } from './thread-store.ts'

/** Deleted replies count. */
const RECENT = statement(
  `SELECT count(*)::int AS replies, max(created) AS last, min(created) AS first,
    count(*) FILTER (WHERE content = $3)::int AS same
  FROM reply WHERE user_id = $1 AND created > $2`,
  {
    replies: column.int,
    last: column.nullable(column.instant),
    first: column.nullable(column.instant),
    same: column.int,
  },
)

/** The newest reply of the person in the thread, if it is the same. */
const RESENT = statement(
  `SELECT id FROM (
    SELECT id, content, quote_id, deleted_at, hidden_at FROM reply
    WHERE user_id = $1 AND created > $2 AND (vote_id = $3 OR post_id = $4)
    ORDER BY id DESC LIMIT 1) newest
  WHERE content = $5 AND quote_id IS NOT DISTINCT FROM $6::bigint AND deleted_at IS NULL AND hidden_at IS NULL`,
  { id: column.int },
)

const QUOTED = statement(
  `SELECT id FROM reply WHERE id = $1 AND (vote_id = $2 OR post_id = $3)
    AND deleted_at IS NULL AND hidden_at IS NULL`,
  { id: column.int },
)

const INSERT = statement(
  `INSERT INTO reply (vote_id, post_id, user_id, quote_id, content, created)
  VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
  { id: column.int },
)

const OWN_COLUMNS = {
  id: column.int,
  user_id: column.int,
  target: ThreadTarget,
  thread_id: column.int,
  content: column.text,
  created: column.instant,
  is_deleted: column.boolean,
  is_hidden: column.boolean,
}
const FIND = statement(
  `SELECT id, user_id, CASE WHEN vote_id IS NULL THEN 'post' ELSE 'vote' END AS target,
    coalesce(vote_id, post_id) AS thread_id, content, created, deleted_at IS NOT NULL AS is_deleted,
    hidden_at IS NOT NULL AS is_hidden
  FROM reply WHERE id = $1`,
  OWN_COLUMNS,
)

const UPDATE = statement(
  `UPDATE reply SET content = $2, modified = $3 WHERE id = $1 AND deleted_at IS NULL
    AND ($4::timestamptz IS NULL OR coalesce(modified, created) = $4 OR content = $2) RETURNING id`,
  { id: column.int },
)

/** Reactions stay: they are of others, and the counts are not shown. */
const DELETE = statement(
  `UPDATE reply SET content = '', deleted_at = $2 WHERE id = $1 AND deleted_at IS NULL`,
)

const ONE = statement(selectReplies('SELECT $1::bigint AS id'), REPLY_COLUMNS)

/** An author's replies of the last 24 hours, before another one. */
export interface RecentReplies extends Author {
  replies: number
  /** Times of the newest and the oldest, epoch milliseconds; null without any. */
  last: number | null
  first: number | null
  /** Those with the same text. */
  same: number
}

export interface NewReply {
  thread: Thread
  userId: number
  /** Id of the quoted reply; null without one. */
  quote: number | null
  content: string
  now: number
}

/** Times in epoch milliseconds. */
export interface ReplyUpdate extends MentioningReply {
  now: number
  /** When the edited copy had last changed; null to replace whatever is stored. */
  seen: number | null
}

/** A reply with its thread, for the rules. */
export type StoredReply = StaticColumns<typeof OWN_COLUMNS>

async function recentReplies(sql: Sql, { userId, content, now }: NewReply): Promise<RecentReplies> {
  const author = await lockAuthor(sql, userId)
  const [recent] = await sql.query(RECENT, [userId, new Date(now - DAY_MS), content])
  return {
    ...author,
    replies: recent?.replies ?? 0,
    last: recent?.last?.getTime() ?? null,
    first: recent?.first?.getTime() ?? null,
    same: recent?.same ?? 0,
  }
}

/** Single replies in the database. */
export function createReplyStore(database: Database) {
  return {
    /**
     * Stores a reply unless `check` throws, and fixes its author's direction by `lock` in the same transaction. One
     * that is sent again, as after a lost answer, is not stored twice.
     * @returns its id; null when the quoted reply is not shown in the thread
     */
    insert: (
      reply: NewReply,
      check: (recent: RecentReplies) => void,
      lock: (sql: Sql) => Promise<void>,
    ): Promise<number | null> =>
      database.transaction(async (sql) => {
        const recent = await recentReplies(sql, reply)
        const { thread, userId, quote, content, now } = reply
        const voteId = thread.target === 'vote' ? thread.id : null
        const postId = thread.target === 'post' ? thread.id : null
        if (recent.same > 0) {
          const sent = [userId, new Date(now - RESEND_MS), voteId, postId, content, quote]
          const [stored] = await sql.query(RESENT, sent)
          if (stored) return stored.id
        }
        check(recent)
        if (quote !== null) {
          const [quoted] = await sql.query(QUOTED, [quote, voteId, postId])
          if (!quoted) return null
        }
        await lock(sql)
        // Before the reply: it makes the replies of a thread take turns, so that no notice misses one.
        await queueNotice(sql, thread, now)
        const values = [voteId, postId, userId, quote, content, new Date(now)]
        const [row] = await sql.query(INSERT, values)
        if (!row) throw new Error('a reply was not inserted')
        await setMentions(sql, { id: row.id, userId, content })
        await followByWriting(sql, thread, userId, now)
        await updateDocument(sql, 'reply', row.id)
        return row.id
      }),

    author: (userId: number): Promise<Author> => findAuthor(database, userId),

    /** A reply for the rules; null without one. */
    async find(id: number): Promise<StoredReply | null> {
      const [row] = await database.query(FIND, [id])
      return row ?? null
    },

    /** An own reply of `viewer`, who cannot react to it; null without one. */
    async read(id: number, viewer: ThreadViewer): Promise<Reply | null> {
      const [row] = await database.query(ONE, [id])
      return row ? toReply(row, viewer, null) : null
    },

    /**
     * Replaces a text and its mentions. Notices that are still due have the new mentions; a later edit notifies nobody.
     * @returns false, and changes nothing, when the reply was deleted, or edited after `seen` (null: whenever)
     */
    update: ({ now, seen, ...reply }: ReplyUpdate): Promise<boolean> =>
      database.transaction(async (sql) => {
        const { id, content } = reply
        const seenAt = seen === null ? null : new Date(seen)
        const [row] = await sql.query(UPDATE, [id, content, new Date(now), seenAt])
        if (!row) return false
        await setMentions(sql, reply)
        await updateDocument(sql, 'reply', id)
        return true
      }),

    /** Removes the text; the reply keeps its place. */
    remove: (id: number, now: number): Promise<void> =>
      database.transaction(async (sql) => {
        await sql.query(DELETE, [id, new Date(now)])
        await updateDocument(sql, 'reply', id)
      }),
  }
}

export type ReplyStore = ReturnType<typeof createReplyStore>
