import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { ReportBody } from '#shared/contract/moderation.ts'
import { HIDE_AT_REPORTS, TRUSTED_VOTES } from '#shared/rules/moderation.ts'
import { recordAct } from './audit.ts'
import { findThing, hideThing, publishChange, type Thing } from './things.ts'

/** Locks the open case of a thing until the transaction ends, so that its reports are counted in turn. */
const OPEN_CASE = statement(
  `INSERT INTO moderation_case AS c (target, target_id, author_id, opened)
  VALUES ($1::moderation_target, $2, $3, $4)
  ON CONFLICT (target, target_id) WHERE closed IS NULL DO UPDATE SET opened = c.opened RETURNING c.id`,
  { id: column.int },
)
const INSERT = statement(
  `INSERT INTO report (case_id, target, target_id, reporter_id, reason, text, created)
  VALUES ($1, $2::moderation_target, $3, $4, $5, $6, $7)
  ON CONFLICT (reporter_id, target, target_id) DO NOTHING RETURNING id`,
  { id: column.int },
)

/** SQL: whether the user in column `user` has enough settled, priced votes with a direction. */
export const isTrusted = (user: string) =>
  `(SELECT count(*) FROM (SELECT FROM ledger l JOIN vote v ON v.id = l.vote_id
      JOIN round o ON o.id = l.round_id
    WHERE l.user_id = ${user} AND v.choice <> 'unknown' AND v.offer_hit > 0 AND o.outcome <> 'void'
    LIMIT ${TRUSTED_VOTES}) settled) = ${TRUSTED_VOTES}`

const TRUSTED_REPORTS = statement(
  `SELECT count(*)::int AS reports FROM report r WHERE r.case_id = $1 AND ${isTrusted('r.reporter_id')}`,
  { reports: column.int },
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
    const values = [opened.id, target, targetId, userId, reason, text, now]
    const inserted = await sql.query(INSERT, values)
    if (inserted.length === 0) throw new ApiError('ALREADY_REPORTED')
    return opened.id
  }

  /** @returns whether the thing was hidden */
  const hideIfDue = async (sql: Sql, caseId: number, thing: Thing, body: ReportBody) => {
    const [trusted] = await sql.query(TRUSTED_REPORTS, [caseId])
    if (!trusted || trusted.reports < HIDE_AT_REPORTS) return false
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
