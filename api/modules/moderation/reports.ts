import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { ReportBody } from '#shared/contract/moderation.ts'
import { recordAct } from './audit.ts'
import { claimHide } from './report-hides.ts'
import { findThing, hideThing, publishChange, type Thing } from './things.ts'

/** Locks the open case of a thing until the transaction ends, so that its reports are counted in turn. */
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

interface ReportsDeps {
  database: Database
  bus: Pick<AppEventBus, 'publish'>
  clock: Clock
}

export type ReportsService = ReturnType<typeof createReportsService>

/** Takes reports. Enough trusted reporters hide a thing until a moderator decides. */
export function createReportsService({ database, bus, clock }: ReportsDeps) {
  const addReport = async (sql: Sql, thing: Thing, userId: number, body: ReportBody) => {
    const now = new Date(clock.now())
    const { target, targetId } = thing
    const [opened] = await sql.query(OPEN_CASE, [target, targetId, thing.authorId, now])
    if (!opened) throw new Error('no case was opened')
    const { reason, text = '' } = body
    const nickname = target === 'nickname' ? thing.excerpt : ''
    const values = [opened.id, target, targetId, nickname, userId, reason, text, now]
    const inserted = await sql.query(INSERT, values)
    if (inserted.length === 0) throw new ApiError('ALREADY_REPORTED')
    return opened.id
  }

  /** @returns whether the thing was hidden */
  const hideIfDue = async (sql: Sql, caseId: number, thing: Thing, body: ReportBody) => {
    if (!(await claimHide(sql, caseId, thing, clock.now()))) return false
    if (!(await hideThing(sql, thing, clock.now()))) return false
    await recordAct(sql, thing, {
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
     * Reports a thing as `userId`.
     * @throws ApiError NOT_FOUND, OWN_POST, ALREADY_REPORTED
     */
    async create(userId: number, body: ReportBody): Promise<void> {
      const hidden = await database.transaction(async (sql) => {
        const thing = await findThing(sql, body.target, body.targetId)
        if (!thing) throw new ApiError('NOT_FOUND')
        if (thing.authorId === userId) throw new ApiError('OWN_POST')
        const caseId = await addReport(sql, thing, userId, body)
        return (await hideIfDue(sql, caseId, thing, body)) ? thing : null
      })
      if (hidden) publishChange(bus, hidden)
    },
  }
}
