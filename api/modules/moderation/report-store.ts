import { column, integerArray, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import type { ReportBody } from '#shared/contract/moderation.ts'
import { HIDES_PER_DAY } from '#shared/rules/moderation.ts'
import { earliestTrusted, isTrusted } from './moderation-sql.ts'
import type { ReportedContent } from './reported-content.ts'

/** Locks the open case of some content until the transaction ends, so that its reports are counted in turn. */
const OPEN_CASE = statement(
  `INSERT INTO moderation_case AS c (target, target_id, author_id, opened)
  VALUES ($1::moderation_target, $2, $3, $4)
  ON CONFLICT (target, target_id) WHERE closed IS NULL DO UPDATE SET opened = c.opened RETURNING c.id`,
  { id: column.int },
)
const INSERT = statement(
  `INSERT INTO report (case_id, target, target_id, nickname, reporter_id, reason, text, created)
  VALUES ($1, $2::moderation_target, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (reporter_id, target, target_id, nickname) DO NOTHING RETURNING id`,
  { id: column.int },
)

/** Found by the unique index, which begins with the reporter. */
const COUNT_UNDECIDED = statement(
  `SELECT count(*)::int AS reports FROM report r JOIN moderation_case c ON c.id = r.case_id
  WHERE r.reporter_id = $1 AND c.closed IS NULL`,
  { reports: column.int },
)

/** Reports of one case that may hide its content; of a nickname those of its present form. */
const TRUSTED_REPORTS = statement(
  `SELECT r.id, r.reporter_id FROM report r
  WHERE r.case_id = $1 AND r.nickname = $2 AND ${isTrusted('r', '$3')} ORDER BY r.id LIMIT 30`,
  { id: column.int, reporter_id: column.int },
)
/** Serializes hiding by reports, so that the hides of a day are counted in turn. */
const TAKE_TURN = statement('SELECT pg_advisory_xact_lock(727005)')
/** Pairs of these reporters that have hidden content since `$2` as often as a pair may in a day. */
const TIRED_PAIRS = statement(
  `SELECT x.reporter_id AS one, y.reporter_id AS other FROM report x JOIN report y
    ON y.case_id = x.case_id AND y.hid_at = x.hid_at AND y.reporter_id > x.reporter_id
  WHERE x.hid_at >= $2 AND x.reporter_id = ANY ($1::int[]) AND y.reporter_id = ANY ($1::int[])
  GROUP BY 1, 2 HAVING count(*) >= ${HIDES_PER_DAY}`,
  { one: column.int, other: column.int },
)
const MARK = statement('UPDATE report SET hid_at = $2 WHERE id = ANY ($1::int[])')

/** A report that counts toward hiding. */
export interface TrustedReport {
  id: number
  reporterId: number
}

/** Reports are made of the present form of a nickname. */
const nicknameOf = ({ target, excerpt }: ReportedContent) => (target === 'nickname' ? excerpt : '')

/** Opens a case about the content unless one is open, and locks it. @returns its id */
export async function openCase(sql: Sql, content: ReportedContent, now: number): Promise<number> {
  const { target, targetId, authorId } = content
  const [opened] = await sql.query(OPEN_CASE, [target, targetId, authorId, new Date(now)])
  if (!opened) throw new Error('no case was opened')
  return opened.id
}

/** The number of a user's reports that wait for a decision. */
export async function countUndecidedReports(sql: Sql, userId: number): Promise<number> {
  const [row] = await sql.query(COUNT_UNDECIDED, [userId])
  return row?.reports ?? 0
}

/** Adds a report of `userId` to a case. @returns false when the user has reported the content before */
export async function insertReport(
  sql: Sql,
  caseId: number,
  content: ReportedContent,
  report: ReportBody & { userId: number; now: number },
): Promise<boolean> {
  const { userId, reason, text = '', now } = report
  const { target, targetId } = content
  const who = [caseId, target, targetId, nicknameOf(content), userId]
  return (await sql.query(INSERT, [...who, reason, text, new Date(now)])).length > 0
}

/** Reports of a case that count toward hiding its content `now` (epoch ms), the first ones first. */
export async function trustedReports(
  sql: Sql,
  caseId: number,
  content: ReportedContent,
  now: number,
): Promise<TrustedReport[]> {
  const values = [caseId, nicknameOf(content), earliestTrusted(now)]
  const rows = await sql.query(TRUSTED_REPORTS, values)
  return rows.map(({ id, reporter_id }) => ({ id, reporterId: reporter_id }))
}

/** Waits until no other transaction hides by reports. */
export async function takeTurn(sql: Sql): Promise<void> {
  await sql.query(TAKE_TURN)
}

/** Pairs of reporters, the smaller id first, that may not hide together again since `since` (epoch ms). */
export const tiredPairs = (
  sql: Sql,
  reporters: readonly number[],
  since: number,
): Promise<{ one: number; other: number }[]> =>
  sql.query(TIRED_PAIRS, [integerArray(reporters), new Date(since)])

/** Records the reports that have hidden their content. */
export async function markHidingReports(
  sql: Sql,
  reports: readonly TrustedReport[],
  now: number,
): Promise<void> {
  await sql.query(MARK, [integerArray(reports.map(({ id }) => id)), new Date(now)])
}
