import type { Clock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { paginationOf } from '#api/infrastructure/database/paged-list.ts'
import {
  column,
  type Sql,
  type StaticColumns,
  statement,
} from '#api/infrastructure/database/sql.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import { replyTitle } from '#api/modules/threads/reply-sql.ts'
import {
  type CaseDetail,
  type CaseItem,
  type CaseList,
  ModerationReason,
  ModerationTarget,
} from '#shared/contract/moderation.ts'
import { BoardType } from '#shared/contract/posts.ts'
import { MODERATION_PAGE_SIZE } from './act-store.ts'
import { findModeratedUser } from './moderated-user-store.ts'
import { earliestTrusted, hasDefaultNickname, isTrusted } from './moderation-sql.ts'
import { THREAD_COLUMNS, threadOf, toThread } from './reply-thread-sql.ts'
import { findReportedContent } from './reported-content-store.ts'

const CASE_COLUMNS = {
  id: column.int,
  target: ModerationTarget,
  target_id: column.int,
  board: column.nullable(BoardType),
  excerpt: column.text,
  author_id: column.int,
  unique_code: column.text,
  nickname: column.text,
  reports: column.int,
  reasons: column.text,
  is_hidden: column.boolean,
  opened: column.instant,
  closed: column.nullable(column.instant),
  decision: column.nullable(column.text),
  ...THREAD_COLUMNS,
}

const CASE = `SELECT c.id, c.target, c.target_id, coalesce(p.board, b.board) AS board,
    CASE c.target WHEN 'vote' THEN coalesce(v.title, '') WHEN 'post' THEN coalesce(p.title, '')
      WHEN 'reply' THEN coalesce(${replyTitle('a')}, '') ELSE u.nickname END AS excerpt,
    c.author_id, u.unique_code, u.nickname,
    (SELECT count(*)::int FROM report r WHERE r.case_id = c.id) AS reports,
    (SELECT coalesce(string_agg(DISTINCT r.reason, ','), '') FROM report r WHERE r.case_id = c.id)
      AS reasons,
    coalesce(v.note_hidden_at, p.hidden_at, a.hidden_at) IS NOT NULL
      OR (c.target = 'nickname' AND ${hasDefaultNickname('u')}) AS is_hidden,
    c.opened, c.closed, c.decision, ${threadOf('a')}
  FROM moderation_case c JOIN user_account u ON u.id = c.author_id
    LEFT JOIN vote v ON c.target = 'vote' AND v.id = c.target_id
    LEFT JOIN post p ON c.target = 'post' AND p.id = c.target_id
    LEFT JOIN reply a ON c.target = 'reply' AND a.id = c.target_id
    LEFT JOIN post b ON b.id = a.post_id`

/** Hidden content and many reports first, then the oldest. */
const OPEN_CASES = statement(
  `SELECT * FROM (${CASE} WHERE c.closed IS NULL) cases
  ORDER BY is_hidden DESC, reports DESC, id LIMIT $1 OFFSET $2`,
  CASE_COLUMNS,
)
const CLOSED_CASES = statement(
  `${CASE} WHERE c.closed IS NOT NULL ORDER BY c.closed DESC, c.id DESC LIMIT $1 OFFSET $2`,
  CASE_COLUMNS,
)
const ONE_CASE = statement(`${CASE} WHERE c.id = $1`, CASE_COLUMNS)

const REPORTS = statement(
  `SELECT r.reporter_id, u.unique_code, u.nickname, r.reason, r.text, r.created,
    ${isTrusted('r', '$2')} AS trusted
  FROM report r JOIN user_account u ON u.id = r.reporter_id WHERE r.case_id = $1 ORDER BY r.id LIMIT 100`,
  {
    reporter_id: column.int,
    unique_code: column.text,
    nickname: column.text,
    reason: ModerationReason,
    text: column.text,
    created: column.instant,
    trusted: column.boolean,
  },
)

const LOCK_CASE = statement(
  `SELECT target, target_id, author_id, closed IS NULL AS is_open FROM moderation_case
  WHERE id = $1 FOR UPDATE`,
  { target: column.text, target_id: column.int, author_id: column.int, is_open: column.boolean },
)
/** Closes the decided case, and any open case of the same content; with `$6` only one about that nickname alone. */
const CLOSE_CASES = statement(
  `UPDATE moderation_case c SET closed = $3, decided_by = $4, decision = $5
  WHERE target = $1::moderation_target AND target_id = $2 AND closed IS NULL AND ($6::text IS NULL
    OR NOT EXISTS (SELECT FROM report r WHERE r.case_id = c.id AND r.nickname <> $6))
  RETURNING c.author_id`,
  { author_id: column.int },
)

/** A report that arrived while the text was being hidden may have opened another case. */
const REOPEN_CASE = statement(
  `UPDATE moderation_case SET closed = NULL, decided_by = NULL, decision = NULL
  WHERE target = $1::moderation_target AND target_id = $2 AND closed = $3 AND decided_by = $4
    AND NOT EXISTS (SELECT FROM moderation_case o
      WHERE o.target = $1::moderation_target AND o.target_id = $2 AND o.closed IS NULL)`,
)

const WAITING = statement(
  `SELECT (SELECT count(*)::int FROM moderation_case WHERE closed IS NULL) AS cases,
    (SELECT count(*)::int FROM appeal WHERE decided IS NULL) AS appeals,
    LEAST((SELECT min(opened) FROM moderation_case WHERE closed IS NULL),
      (SELECT min(created) FROM appeal WHERE decided IS NULL)) AS oldest`,
  { cases: column.int, appeals: column.int, oldest: column.nullable(column.instant) },
)

interface LockedCase {
  target: string
  targetId: number
  authorId: number
  isOpen: boolean
}

/** Locks a case until the transaction ends; null when it does not exist. */
export async function lockCase(sql: Sql, id: number): Promise<LockedCase | null> {
  const [row] = await sql.query(LOCK_CASE, [id])
  if (!row) return null
  const { target, target_id: targetId, author_id: authorId, is_open: isOpen } = row
  return { target, targetId, authorId, isOpen }
}

interface CaseDecision {
  target: ModerationTarget
  targetId: number
  /** Null for reports and the command. */
  decider: number | null
  decision: string
  /** Epoch milliseconds. */
  now: number
  /** A case with reports of another nickname stays open; all are closed by default. */
  nickname?: string
}

/** Closes the open case of some content, if there is one. @returns the author; null without an open case */
export async function closeCases(sql: Sql, closing: CaseDecision): Promise<number | null> {
  const { target, targetId, decider, decision, now, nickname = null } = closing
  const values = [target, targetId, new Date(now), decider, decision, nickname]
  const [closed] = await sql.query(CLOSE_CASES, values)
  return closed?.author_id ?? null
}

interface ClosedCase extends Pick<CaseDecision, 'target' | 'targetId'> {
  decider: number
  /** Epoch milliseconds. */
  closed: number
}

/** Opens the case of some content that `decider` closed at that instant, if there is one. */
export async function reopenCase(sql: Sql, closedCase: ClosedCase): Promise<void> {
  const { target, targetId, decider, closed } = closedCase
  await sql.query(REOPEN_CASE, [target, targetId, new Date(closed), decider])
}

function toCaseItem(row: StaticColumns<typeof CASE_COLUMNS>): CaseItem {
  return {
    id: row.id,
    target: row.target,
    targetId: row.target_id,
    boardType: row.board,
    thread: toThread(row),
    excerpt: row.excerpt,
    author: { id: row.author_id, uniqueCode: row.unique_code, nickname: row.nickname },
    reports: row.reports,
    reasons: row.reasons.split(',').filter(isReason),
    hidden: row.is_hidden,
    opened: row.opened.toISOString(),
    closed: row.closed?.toISOString() ?? null,
    decision: row.decision,
  }
}

const isReason = (reason: string): reason is CaseItem['reasons'][number] =>
  ModerationReason.anyOf.some((one) => one.const === reason)

export type CaseStore = ReturnType<typeof createCaseStore>

/** Cases in the database, for reading. */
export function createCaseStore(database: Database, clock: Clock) {
  const { moderationCase } = database.prisma
  return {
    /** A page of open cases by urgency, or of closed ones, newest first. */
    async list(state: 'open' | 'closed', page: number): Promise<CaseList> {
      const total = await moderationCase.count({
        where: { closed: state === 'open' ? null : { not: null } },
      })
      const list = state === 'open' ? OPEN_CASES : CLOSED_CASES
      const rows = await database.query(list, [
        MODERATION_PAGE_SIZE,
        (page - 1) * MODERATION_PAGE_SIZE,
      ])
      return {
        cases: rows.map(toCaseItem),
        pagination: paginationOf(total, page, MODERATION_PAGE_SIZE),
      }
    },

    /** Numbers of open cases and appeals, and since when (epoch ms) the oldest of them waits. */
    async waiting(): Promise<{ cases: number; appeals: number; oldest: number | null }> {
      const [row] = await database.query(WAITING, [])
      if (!row) throw new Error('a row of counts was expected')
      return { ...row, oldest: row.oldest?.getTime() ?? null }
    },

    /**
     * A case with its reports as `readerId` may read it; null when it does not exist.
     * @throws ApiError OWN_CASE for its author
     */
    async get(id: number, readerId: number): Promise<CaseDetail | null> {
      const [row] = await database.query(ONE_CASE, [id])
      if (!row) return null
      if (row.author_id === readerId) throw new ApiError('OWN_CASE')
      const [reported, author, reports] = await Promise.all([
        findReportedContent(database, row.target, row.target_id),
        findModeratedUser(database, row.author_id),
        database.query(REPORTS, [id, earliestTrusted(clock.now())]),
      ])
      return {
        ...toCaseItem(row),
        content: reported?.html ?? '',
        author,
        reportList: reports.map((report) => ({
          reporter: {
            id: report.reporter_id,
            uniqueCode: report.unique_code,
            nickname: report.nickname,
          },
          trusted: report.trusted,
          reason: report.reason,
          text: report.text,
          created: report.created.toISOString(),
        })),
      }
    },
  }
}
