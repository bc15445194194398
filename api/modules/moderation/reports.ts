import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import type { Sql } from '#api/infrastructure/database/sql.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { ThreadGate } from '#api/modules/threads/thread-gate.ts'
import type { ReportBody } from '#shared/contract/moderation.ts'
import { UNDECIDED_REPORTS_MAX } from '#shared/rules/moderation.ts'
import { recordAct } from './audit.ts'
import { claimHide } from './report-hides.ts'
import { countUndecidedReports, insertReport, openCase } from './report-store.ts'
import { publishChange, type ReportedContent } from './reported-content.ts'
import { findReportedContent, findThread, hideReportedContent } from './reported-content-store.ts'

interface ReportsDeps {
  database: Database
  threads: Pick<ThreadGate, 'of'>
  bus: Pick<AppEventBus, 'publish'>
  clock: Clock
}

export type ReportsService = ReturnType<typeof createReportsService>

/** Takes reports. Enough trusted reporters hide content until a moderator decides. */
export function createReportsService({ database, threads, bus, clock }: ReportsDeps) {
  /** A reply is reported by those who may read its thread, which the gate reads outside any transaction. */
  const checkReadable = async (userId: number, { target, targetId }: ReportBody) => {
    if (target !== 'reply') return
    const thread = await findThread(database, targetId)
    if (!thread) throw new ApiError('NOT_FOUND')
    await threads.of(userId, thread)
  }

  /** @returns whether the content was hidden */
  const hideIfDue = async (
    sql: Sql,
    caseId: number,
    content: ReportedContent,
    body: ReportBody,
  ) => {
    if (!(await claimHide(sql, caseId, content, clock.now()))) return false
    if (!(await hideReportedContent(sql, content, clock.now()))) return false
    await recordAct(sql, content, {
      act: 'hide',
      actor: { source: 'reports' },
      reason: body.reason,
      message: '',
      until: null,
      now: clock.now(),
    })
    return true
  }

  return {
    /**
     * Reports content as `userId`.
     * @throws ApiError NOT_FOUND, OWN_POST, HIDDEN, NICKNAME_DEFAULT, REPORT_LIMIT, ALREADY_REPORTED; for a
     * reply also what its thread's gate throws
     */
    async create(userId: number, body: ReportBody): Promise<void> {
      await checkReadable(userId, body)
      const hidden = await database.transaction(async (sql) => {
        const content = await findReportedContent(sql, body.target, body.targetId)
        if (!content) throw new ApiError('NOT_FOUND')
        if (content.authorId === userId) throw new ApiError('OWN_POST')
        if (content.isHidden) {
          throw new ApiError(content.target === 'nickname' ? 'NICKNAME_DEFAULT' : 'HIDDEN')
        }
        // Parallel requests may exceed the limit by the quota of a minute.
        if ((await countUndecidedReports(sql, userId)) >= UNDECIDED_REPORTS_MAX) {
          throw new ApiError('REPORT_LIMIT')
        }
        const now = clock.now()
        const caseId = await openCase(sql, content, now)
        const isNew = await insertReport(sql, caseId, content, { ...body, userId, now })
        if (!isNew) throw new ApiError('ALREADY_REPORTED')
        return (await hideIfDue(sql, caseId, content, body)) ? content : null
      })
      if (hidden) publishChange(bus, hidden)
    },
  }
}
