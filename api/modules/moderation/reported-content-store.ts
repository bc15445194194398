import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import { updateDocument } from '#api/modules/search/document-sql.ts'
import { replyTitle } from '#api/modules/threads/reply-sql.ts'
import type { Thread } from '#api/modules/threads/thread-store.ts'
import type { ModerationTarget } from '#shared/contract/moderation.ts'
import { BoardType } from '#shared/contract/posts.ts'
import { linesAsHtml } from '#shared/html/plain.ts'
import { banInstants, defaultNickname, hasDefaultNickname } from './moderation-sql.ts'
import { NO_THREAD, THREAD_COLUMNS, threadOf, toThread } from './reply-thread-sql.ts'
import type { ReportedContent } from './reported-content.ts'

const COLUMNS = {
  author_id: column.int,
  author_level: column.int,
  board: column.nullable(BoardType),
  excerpt: column.text,
  content: column.text,
  is_hidden: column.boolean,
  ...THREAD_COLUMNS,
}

const FIND = {
  vote: statement(
    `SELECT v.user_id AS author_id, u.is_admin AS author_level, NULL AS board, v.title AS excerpt,
      v.content, v.note_hidden_at IS NOT NULL AS is_hidden, ${NO_THREAD}
    FROM vote v JOIN user_account u ON u.id = v.user_id WHERE v.id = $1 AND v.has_content`,
    COLUMNS,
  ),
  post: statement(
    `SELECT p.user_id AS author_id, u.is_admin AS author_level, p.board, p.title AS excerpt, p.content,
      p.hidden_at IS NOT NULL AS is_hidden, ${NO_THREAD}
    FROM post p JOIN user_account u ON u.id = p.user_id WHERE p.id = $1::bigint`,
    COLUMNS,
  ),
  /** The row with the votes of an erased account has none: a removal would show its code on each of them. */
  nickname: statement(
    `SELECT id AS author_id, is_admin AS author_level, NULL AS board, nickname AS excerpt,
      '' AS content, ${hasDefaultNickname('u')} AS is_hidden, ${NO_THREAD}
    FROM user_account u WHERE id = $1::bigint AND erased_at IS NULL`,
    COLUMNS,
  ),
  reply: statement(
    `SELECT r.user_id AS author_id, u.is_admin AS author_level, p.board,
      ${replyTitle('r')} AS excerpt, r.content, r.hidden_at IS NOT NULL AS is_hidden, ${threadOf('r')}
    FROM reply r JOIN user_account u ON u.id = r.user_id LEFT JOIN post p ON p.id = r.post_id
    WHERE r.id = $1 AND r.deleted_at IS NULL`,
    COLUMNS,
  ),
}

const THREAD = statement(
  `SELECT ${threadOf('r')} FROM reply r WHERE r.id = $1 AND r.deleted_at IS NULL`,
  THREAD_COLUMNS,
)

/** SQL: whether a text is shown, or hidden by a ban alone, whose end would show it. */
const isHideable = (table: 'vote' | 'post' | 'reply', hiddenAt = 'hidden_at') =>
  `(${hiddenAt} IS NULL OR ${hiddenAt} IN ${banInstants(`${table}.user_id`)})`
const HIDE = {
  vote: statement(
    `UPDATE vote SET note_hidden_at = $2 WHERE id = $1 AND ${isHideable('vote', 'note_hidden_at')}
    RETURNING id`,
    { id: column.int },
  ),
  post: statement(
    `UPDATE post SET hidden_at = $2 WHERE id = $1 AND ${isHideable('post')} RETURNING id`,
    { id: column.int },
  ),
  reply: statement(
    `UPDATE reply SET hidden_at = $2
    WHERE id = $1 AND ${isHideable('reply')} AND deleted_at IS NULL RETURNING id`,
    { id: column.int },
  ),
}
const RENAME = statement(
  `UPDATE user_account u SET nickname = ${defaultNickname('u')}
  WHERE id = $1 AND NOT ${hasDefaultNickname('u')} RETURNING id`,
  { id: column.int },
)
const LAST_REMOVED = `SELECT excerpt FROM moderation_act WHERE target = 'nickname' AND target_id = $1
  AND act IN ('hide', 'rename') ORDER BY id DESC LIMIT 1`
const REMOVED_NICKNAME = statement(LAST_REMOVED, { excerpt: column.text })
const SHOW = {
  vote: statement(
    'UPDATE vote SET note_hidden_at = NULL WHERE id = $1 AND note_hidden_at IS NOT NULL RETURNING id',
    { id: column.int },
  ),
  post: statement(
    'UPDATE post SET hidden_at = NULL WHERE id = $1 AND hidden_at IS NOT NULL RETURNING id',
    { id: column.int },
  ),
  reply: statement(
    'UPDATE reply SET hidden_at = NULL WHERE id = $1 AND hidden_at IS NOT NULL RETURNING id',
    { id: column.int },
  ),
  /** Only while the user has not chosen another nickname since. */
  nickname: statement(
    `UPDATE user_account u SET nickname = last.excerpt
    FROM (${LAST_REMOVED}) last
    WHERE u.id = $1 AND ${hasDefaultNickname('u')} RETURNING u.id`,
    { id: column.int },
  ),
}
const GIVE_BACK = statement(
  `UPDATE user_account u SET nickname = $2 WHERE id = $1 AND ${hasDefaultNickname('u')} RETURNING id`,
  { id: column.int },
)

/** Reads what `target` and `targetId` refer to; null when it does not exist or has no text. */
export async function findReportedContent(
  sql: Sql,
  target: ModerationTarget,
  targetId: number,
): Promise<ReportedContent | null> {
  const [row] = await sql.query(FIND[target], [targetId])
  if (!row) return null
  return {
    target,
    targetId,
    authorId: row.author_id,
    authorLevel: row.author_level,
    board: row.board,
    excerpt: row.excerpt,
    html: target === 'reply' ? linesAsHtml(row.content) : row.content,
    isHidden: row.is_hidden,
    thread: toThread(row),
  }
}

/** The thread of a reply; null for one that is deleted or was never written. */
export async function findThread(sql: Sql, replyId: number): Promise<Thread | null> {
  const [row] = await sql.query(THREAD, [replyId])
  return row ? toThread(row) : null
}

/** Hides a text, or replaces a nickname by `trader-` and the code. @returns whether that changed it */
export async function hideReportedContent(
  sql: Sql,
  { target, targetId }: ReportedContent,
  now: number,
): Promise<boolean> {
  if (target !== 'nickname') {
    return (await sql.query(HIDE[target], [targetId, new Date(now)])).length > 0
  }
  const isRenamed = (await sql.query(RENAME, [targetId])).length > 0
  if (isRenamed) await updateDocument(sql, 'person', targetId)
  return isRenamed
}

/** The nickname of a user that was removed last; null when none was. */
export async function removedNickname(sql: Sql, userId: number): Promise<string | null> {
  const [removed] = await sql.query(REMOVED_NICKNAME, [userId])
  return removed?.excerpt ?? null
}

/** Undoes `hideReportedContent`. @returns whether that changed it */
export async function showReportedContent(
  sql: Sql,
  { target, targetId }: ReportedContent,
): Promise<boolean> {
  const isShown = (await sql.query(SHOW[target], [targetId])).length > 0
  if (isShown && target === 'nickname') await updateDocument(sql, 'person', targetId)
  return isShown
}

/** Gives a removed nickname back to a user who has not chosen another one since. */
export async function giveBackNickname(sql: Sql, userId: number, nickname: string): Promise<void> {
  const isChanged = (await sql.query(GIVE_BACK, [userId, nickname])).length > 0
  if (isChanged) await updateDocument(sql, 'person', userId)
}
