import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import {
  HIDE_AT_REPORTS,
  HIDES_PER_DAY,
  TRUSTED_AGE_MS,
  TRUSTED_VOTES,
} from '#shared/rules/moderation.ts'
import { DAY_MS } from '#shared/rules/schedule.ts'
import type { Thing } from './things.ts'

/** Most recent decided reports of a reporter of which none may be dismissed. */
const JUDGED_REPORTS = 3

/**
 * SQL: whether the report `report` counts toward hiding. `earliest` is the parameter with the latest
 * creation of an account that is old enough. A restored thing was reported in error, like a dismissed one.
 */
export const isTrusted = (report: string, earliest: string) =>
  `(EXISTS (SELECT FROM user_account a JOIN user_stats s ON s.user_id = a.id
      WHERE a.id = ${report}.reporter_id AND a.created <= ${earliest} AND s.calls >= ${TRUSTED_VOTES})
    AND NOT EXISTS (SELECT FROM (
        SELECT c.decision FROM report d JOIN moderation_case c ON c.id = d.case_id
        WHERE d.reporter_id = ${report}.reporter_id AND d.case_id <> ${report}.case_id
          AND c.closed IS NOT NULL
        ORDER BY d.id DESC LIMIT ${JUDGED_REPORTS}) judged
      WHERE judged.decision IN ('dismiss', 'restore')))`

/** The creation of the youngest account that is old enough `now`, epoch milliseconds. */
export const earliestTrusted = (now: number): Date => new Date(now - TRUSTED_AGE_MS)

/** Reports of one case that may hide its thing; of a nickname those of its present form. */
const TRUSTED_REPORTS = statement(
  `SELECT r.id, r.reporter_id FROM report r
  WHERE r.case_id = $1 AND r.nickname = $2 AND ${isTrusted('r', '$3')} ORDER BY r.id LIMIT 30`,
  { id: column.int, reporter_id: column.int },
)
/** Serializes hiding by reports, so that the hides of a day are counted in turn. */
const TAKE_TURN = statement('SELECT pg_advisory_xact_lock(727005)')
/** Pairs of these reporters that have hidden as many things since `$2` as a pair may in a day. */
const TIRED_PAIRS = statement(
  `SELECT x.reporter_id AS one, y.reporter_id AS other FROM report x JOIN report y
    ON y.case_id = x.case_id AND y.hid_at = x.hid_at AND y.reporter_id > x.reporter_id
  WHERE x.hid_at >= $2 AND x.reporter_id = ANY ($1::int[]) AND y.reporter_id = ANY ($1::int[])
  GROUP BY 1, 2 HAVING count(*) >= ${HIDES_PER_DAY}`,
  { one: column.int, other: column.int },
)
const MARK = statement('UPDATE report SET hid_at = $2 WHERE id = ANY ($1::int[])')

interface TrustedReport {
  id: number
  reporter_id: number
}

/** The first reports, as many as hide a thing, no two of which are by a tired pair; null without them. */
function pickReports(
  reports: readonly TrustedReport[],
  isTired: (one: number, other: number) => boolean,
  picked: readonly TrustedReport[] = [],
): readonly TrustedReport[] | null {
  if (picked.length === HIDE_AT_REPORTS) return picked
  for (const [index, report] of reports.entries()) {
    if (picked.some((other) => isTired(report.reporter_id, other.reporter_id))) continue
    const found = pickReports(reports.slice(index + 1), isTired, [...picked, report])
    if (found) return found
  }
  return null
}

const arrayOf = (ids: readonly number[]) => `{${ids.join(',')}}`

/**
 * Decides whether the reports of a case hide its thing `now` (epoch milliseconds), and records by which
 * reports. Notices and whatever belongs to an admin wait for a moderator.
 */
export async function claimHide(
  sql: Sql,
  caseId: number,
  thing: Thing,
  now: number,
): Promise<boolean> {
  if (thing.board === 'notices' || thing.authorLevel > 0 || thing.isHidden) return false
  const nickname = thing.target === 'nickname' ? thing.excerpt : ''
  const trusted = [caseId, nickname, earliestTrusted(now)]
  if ((await sql.query(TRUSTED_REPORTS, trusted)).length < HIDE_AT_REPORTS) return false
  await sql.query(TAKE_TURN)
  const reports = await sql.query(TRUSTED_REPORTS, trusted)
  const startOfDay = new Date(now - (now % DAY_MS))
  const reporters = arrayOf(reports.map(({ reporter_id }) => reporter_id))
  const tired = await sql.query(TIRED_PAIRS, [reporters, startOfDay])
  const isTired = (a: number, b: number) =>
    tired.some(({ one, other }) => one === Math.min(a, b) && other === Math.max(a, b))
  const picked = pickReports(reports, isTired)
  if (!picked) return false
  await sql.query(MARK, [arrayOf(picked.map(({ id }) => id)), new Date(now)])
  return true
}
