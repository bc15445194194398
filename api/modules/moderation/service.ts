import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import { publishEndedSessions } from '#api/modules/auth/end-sessions.ts'
import type { ActBody } from '#shared/contract/moderation.ts'
import { type Actor, recordAct } from './audit.ts'
import { ban, mute, unban } from './sanctions.ts'
import { findThing, hideThing, publishChange, showThing, type Thing } from './things.ts'

const DAY = 86_400_000

/** Locks the row, so that an admin demoted meanwhile does not act. */
const ACTOR_LEVEL = statement(
  'SELECT is_admin AS level FROM user_account WHERE id = $1 AND banned_at IS NULL FOR SHARE',
  { level: column.int },
)
const LOCK_CASE = statement(
  `SELECT target, target_id, author_id, closed IS NULL AS is_open FROM moderation_case
  WHERE id = $1 FOR UPDATE`,
  { target: column.text, target_id: column.int, author_id: column.int, is_open: column.boolean },
)
/** Closes the decided case, and any open case of the same thing. */
const CLOSE_CASES = statement(
  `UPDATE moderation_case SET closed = $3, decided_by = $4, decision = $5
  WHERE target = $1::moderation_target AND target_id = $2 AND closed IS NULL`,
)

/** Changes by an act, for events after its transaction. */
interface Outcome {
  isChanged: boolean
  /** Sessions revoked by a ban. */
  sessions: string[]
}

interface ModerationDeps {
  database: Database
  bus: Pick<AppEventBus, 'publish'>
  clock: Clock
}

export type ModerationService = ReturnType<typeof createModerationService>

/** The level that an actor has now. @throws ApiError FORBIDDEN for a user who is no admin any more */
export async function actorLevel(sql: Sql, actor: Actor): Promise<number> {
  if (actor.source !== 'moderator') return Number.POSITIVE_INFINITY
  const [row] = await sql.query(ACTOR_LEVEL, [actor.id])
  if (!row || row.level <= 0) throw new ApiError('FORBIDDEN')
  return row.level
}

/**
 * Nobody acts on their own texts, name or account. Admins act on users below their own level; any other
 * admin may hide an admin's text.
 */
function checkMayAct(body: ActBody, thing: Thing, actor: Actor, level: number): void {
  if (actor.source === 'moderator' && actor.id === thing.authorId) throw new ApiError('OWN_CASE')
  const isAboutPerson = !['hide', 'restore', 'dismiss'].includes(body.act)
  if (!isAboutPerson && thing.target !== 'nickname') return
  if (thing.authorLevel >= level) throw new ApiError('FORBIDDEN')
}

async function checkCase(
  sql: Sql,
  { caseId, target, targetId }: ActBody,
  actor: Actor,
): Promise<void> {
  if (caseId === undefined) return
  const [found] = await sql.query(LOCK_CASE, [caseId])
  if (!found) throw new ApiError('NOT_FOUND')
  if (found.target !== target || found.target_id !== targetId) {
    throw new ApiError('INVALID', { field: 'caseId' })
  }
  // The text itself may be gone.
  if (actor.source === 'moderator' && actor.id === found.author_id) throw new ApiError('OWN_CASE')
  if (!found.is_open) throw new ApiError('CASE_CLOSED')
}

const SANCTIONS: readonly ActBody['act'][] = ['mute', 'unmute', 'ban', 'unban']

/** End of a mute that begins `now`, epoch milliseconds. */
const muteEnd = ({ days = 1 }: ActBody, now: number): number => now + days * DAY

const UNCHANGED: Outcome = { isChanged: false, sessions: [] }
const CHANGED: Outcome = { isChanged: true, sessions: [] }

/** Applies an act inside a transaction. Repeating an act that is in force changes nothing. */
async function apply(sql: Sql, body: ActBody, thing: Thing, now: number): Promise<Outcome> {
  const userId = thing.authorId
  switch (body.act) {
    case 'hide':
    case 'rename':
      return { isChanged: await hideThing(sql, thing, now), sessions: [] }
    case 'restore':
      return { isChanged: await showThing(sql, thing), sessions: [] }
    case 'mute':
      await mute(sql, userId, muteEnd(body, now))
      return CHANGED
    case 'unmute':
      await mute(sql, userId, null)
      return CHANGED
    case 'ban':
      return {
        isChanged: true,
        sessions: await ban(sql, userId, { now, hideContent: body.hideContent ?? false }),
      }
    case 'unban':
      await unban(sql, userId)
      return CHANGED
    case 'dismiss':
      return UNCHANGED
  }
}

/** Acts of moderators: rules, audit, and the events that make them effective everywhere. */
export function createModerationService({ database, bus, clock }: ModerationDeps) {
  const publish = (body: ActBody, thing: Thing, { isChanged, sessions }: Outcome) => {
    publishEndedSessions(bus, sessions, clock.now())
    if (!isChanged) return
    if (body.act === 'hide' || body.act === 'restore' || body.act === 'rename') {
      publishChange(bus, thing)
    } else bus.publish('moderation', { target: 'user', id: thing.authorId })
  }

  /** Runs an act in the transaction `sql`. @returns what to publish once it is committed */
  const actIn = async (sql: Sql, actor: Actor, body: ActBody) => {
    const now = clock.now()
    const level = await actorLevel(sql, actor)
    await checkCase(sql, body, actor)
    const decider = actor.source === 'moderator' ? actor.id : null
    const closing = [body.target, body.targetId, new Date(now), decider, body.act]
    const thing = await findThing(sql, body.target, body.targetId)
    if (!thing) {
      if (body.act !== 'dismiss' || body.caseId === undefined) throw new ApiError('NOT_FOUND')
      // The author has removed the text meanwhile; its case must not stay open for ever.
      await sql.query(CLOSE_CASES, closing)
      return () => {}
    }
    checkMayAct(body, thing, actor, level)
    const outcome = await apply(sql, body, thing, now)
    // A sanction of the author leaves the case of the text open, unless it names the case.
    if (body.caseId !== undefined || !SANCTIONS.includes(body.act)) {
      await sql.query(CLOSE_CASES, closing)
    }
    // A text that reports have hidden is recorded again, so that the reason reaches the author.
    const confirmsReports =
      body.caseId !== undefined && body.act === 'hide' && body.target !== 'nickname'
    if (outcome.isChanged || body.act === 'dismiss' || confirmsReports) {
      const { act, reason, message = '' } = body
      const until = act === 'mute' ? muteEnd(body, now) : null
      await recordAct(sql, thing, { act, actor, reason, message, until, now })
    }
    return () => publish(body, thing, outcome)
  }

  return {
    actIn,

    /**
     * Performs an act and publishes it.
     * @throws ApiError FORBIDDEN, OWN_CASE, NOT_FOUND, INVALID, CASE_CLOSED
     */
    async act(actor: Actor, body: ActBody): Promise<void> {
      if (body.act === 'mute' && body.days === undefined) {
        throw new ApiError('INVALID', { field: 'days' })
      }
      if (body.act === 'rename' && body.target !== 'nickname') {
        throw new ApiError('INVALID', { field: 'target' })
      }
      const publishAll = await database.transaction((sql) => actIn(sql, actor, body))
      publishAll()
    },
  }
}
