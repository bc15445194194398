import type { Sql } from '#api/infrastructure/database/sql.ts'
import { HIDE_AT_REPORTS } from '#shared/rules/moderation.ts'
import { dayStart } from '#shared/rules/time.ts'
import {
  markHidingReports,
  type TrustedReport,
  takeTurn,
  tiredPairs,
  trustedReports,
} from './report-store.ts'
import type { ReportedContent } from './reported-content.ts'

/** The first reports, as many as hide content, no two of which are by a tired pair; null without them. */
function pickReports(
  reports: readonly TrustedReport[],
  isTired: (one: number, other: number) => boolean,
  picked: readonly TrustedReport[] = [],
): readonly TrustedReport[] | null {
  if (picked.length === HIDE_AT_REPORTS) return picked
  for (const [index, report] of reports.entries()) {
    if (picked.some((other) => isTired(report.reporterId, other.reporterId))) continue
    const found = pickReports(reports.slice(index + 1), isTired, [...picked, report])
    if (found) return found
  }
  return null
}

/** Notices and whatever belongs to an admin wait for a moderator. */
const needsModerator = ({ target, board, authorLevel }: ReportedContent) =>
  authorLevel > 0 || (target === 'post' && board === 'notices')

/**
 * Decides whether the reports of a case hide its content `now` (epoch milliseconds), and records by which
 * reports.
 */
export async function claimHide(
  sql: Sql,
  caseId: number,
  content: ReportedContent,
  now: number,
): Promise<boolean> {
  if (needsModerator(content) || content.isHidden) return false
  const early = await trustedReports(sql, caseId, content, now)
  if (early.length < HIDE_AT_REPORTS) return false
  await takeTurn(sql)
  const reports = await trustedReports(sql, caseId, content, now)
  const reporters = reports.map(({ reporterId }) => reporterId)
  const tired = await tiredPairs(sql, reporters, dayStart(now))
  const isTired = (a: number, b: number) =>
    tired.some(({ one, other }) => one === Math.min(a, b) && other === Math.max(a, b))
  const picked = pickReports(reports, isTired)
  if (!picked) return false
  await markHidingReports(sql, picked, now)
  return true
}
