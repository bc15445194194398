import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import type { Sql } from '#api/infrastructure/database/sql.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import { endSessions, publishEndedSessions } from '#api/modules/auth/end-sessions.ts'
import type { ActBody } from '#shared/contract/moderation.ts'
import { UNDO_WINDOW_MS } from '#shared/rules/moderation.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { undoableSince } from './act-store.ts'
import { type Actor, recordAct } from './audit.ts'
import { closeCases, lockCase, reopenCase } from './case-store.ts'
import { ban, lockActiveLevel, mute, unban } from './moderated-user-store.ts'
import { publishChange, type ReportedContent } from './reported-content.ts'
import {
  findReportedContent,
  giveBackNickname,
  hideReportedContent,
  removedNickname,
  showReportedContent,
} from './reported-content-store.ts'

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
  const level = await lockActiveLevel(sql, actor.id)
  if (level <= 0) throw new ApiError('FORBIDDEN')
  return level
}

/**
 * Nobody acts on their own texts, name or account. Admins act on users below their own level; any other
 * admin may hide an admin's text.
 */
function checkMayAct(body: ActBody, content: ReportedContent, actor: Actor, level: number): void {
  if (actor.source === 'moderator' && actor.id === content.authorId) throw new ApiError('OWN_CASE')
  const isAboutPerson = !['hide', 'restore', 'dismiss'].includes(body.act)
  if (!isAboutPerson && content.target !== 'nickname') return
  if (content.authorLevel >= level) throw new ApiError('FORBIDDEN')
}

async function checkCase(
  sql: Sql,
  { caseId, target, targetId }: ActBody,
  actor: Actor,
): Promise<void> {
  if (caseId === undefined) return
  const found = await lockCase(sql, caseId)
  if (!found) throw new ApiError('NOT_FOUND')
  if (found.target !== target || found.targetId !== targetId) {
    throw new ApiError('INVALID', { field: 'caseId' })
  }
  // The text itself may be gone.
  if (actor.source === 'moderator' && actor.id === found.authorId) throw new ApiError('OWN_CASE')
  if (!found.isOpen) throw new ApiError('CASE_CLOSED')
}

const SANCTIONS: readonly ActBody['act'][] = ['mute', 'unmute', 'ban', 'unban']

/** End of a mute that begins `now`, epoch milliseconds. */
const muteEnd = ({ days = 1 }: ActBody, now: number): number => now + days * DAY_MS

const UNCHANGED: Outcome = { isChanged: false, sessions: [] }
const CHANGED: Outcome = { isChanged: true, sessions: [] }

/** Applies an act inside a transaction. Repeating an act that is in force changes nothing. */
async function apply(
  sql: Sql,
  body: ActBody,
  content: ReportedContent,
  now: number,
): Promise<Outcome> {
  const userId = content.authorId
  switch (body.act) {
    case 'hide':
    case 'rename':
      return { isChanged: await hideReportedContent(sql, content, now), sessions: [] }
    case 'restore':
      return { isChanged: await showReportedContent(sql, content), sessions: [] }
    case 'mute':
      await mute(sql, userId, muteEnd(body, now))
      return CHANGED
    case 'unmute':
      await mute(sql, userId, null)
      return CHANGED
    case 'ban':
      // Its lock first: a concurrent sign-in is refused, or its session ends with the others.
      await ban(sql, userId, { now, hideContent: body.hideContent ?? false })
      return { isChanged: true, sessions: await endSessions(sql, { userId, exceptId: null, now }) }
    case 'unban':
      await unban(sql, userId)
      return CHANGED
    case 'dismiss':
      return UNCHANGED
  }
}

/** The first field that does not fit the act; null without one. */
export function misplacedField({ act, target, days, hideContent, undo, caseId }: ActBody) {
  if ((act === 'mute') !== (days !== undefined)) return 'days'
  if (act !== 'ban' && hideContent !== undefined) return 'hideContent'
  if (undo && (act !== 'restore' || caseId !== undefined)) return 'undo'
  return act === 'rename' && target !== 'nickname' ? 'target' : null
}

/** Content that is hidden already with the removed nickname, which a later restore gives back. */
async function asReported(sql: Sql, content: ReportedContent): Promise<ReportedContent> {
  if (content.target !== 'nickname') return content
  return { ...content, excerpt: (await removedNickname(sql, content.targetId)) ?? content.excerpt }
}

/** Acts of moderators: rules, audit, and the events that make them effective everywhere. */
export function createModerationService({ database, bus, clock }: ModerationDeps) {
  const publish = (body: ActBody, content: ReportedContent) => {
    if (body.act === 'hide' || body.act === 'restore' || body.act === 'rename') {
      publishChange(bus, content)
    } else bus.publish('moderation', { target: 'user', id: content.authorId })
  }

  /** Runs an act in the transaction `sql`. @returns what to publish once it is committed */
  const actIn = async (sql: Sql, actor: Actor, body: ActBody) => {
    const now = clock.now()
    const level = await actorLevel(sql, actor)
    await checkCase(sql, body, actor)
    const decider = actor.source === 'moderator' ? actor.id : null
    const { target, targetId, act, reason, message = '' } = body
    const closing = { target, targetId, decider, decision: act, now }
    const content = await findReportedContent(sql, target, targetId)
    if (!content) {
      // The author has removed the text meanwhile; its case must not stay open for ever.
      const authorId = act === 'dismiss' ? await closeCases(sql, closing) : null
      if (authorId === null) throw new ApiError('NOT_FOUND')
      if (authorId === decider) throw new ApiError('OWN_CASE')
      const gone = { target, targetId, authorId, board: null, excerpt: '' }
      await recordAct(sql, gone, { act, actor, reason, message, until: null, now })
      return () => {}
    }
    checkMayAct(body, content, actor, level)
    const outcome = await apply(sql, body, content, now)
    // A sanction of the author leaves the case of the text open, unless it names the case.
    const closes = body.caseId !== undefined || !SANCTIONS.includes(act)
    const isClosed = closes && (await closeCases(sql, closing)) !== null
    // Read again behind the lock of the case, on which a report that hides the text has made this act wait.
    if (act === 'dismiss' && (await findReportedContent(sql, target, targetId))?.isHidden) {
      throw new ApiError('STILL_HIDDEN')
    }
    // Content that reports have hidden is recorded again, so that the reason reaches the author.
    const confirmsReports = !outcome.isChanged && isClosed && (act === 'hide' || act === 'rename')
    const isPublic = outcome.isChanged || confirmsReports
    if (isPublic || act === 'dismiss') {
      const until = act === 'mute' ? muteEnd(body, now) : null
      const acted = confirmsReports ? await asReported(sql, content) : content
      await recordAct(sql, acted, { act, actor, reason, message, until, now })
    }
    return () => {
      publishEndedSessions(bus, outcome.sessions, clock.now())
      // Also of an act that changes nothing but the public log.
      if (isPublic) publish(body, content)
    }
  }

  /**
   * Frees a removed nickname in the transaction `sql`, and gives it back to a user who has none of their own.
   * Cases about another nickname stay open. @returns what to publish once it is committed
   */
  const freeNicknameIn = async (sql: Sql, actor: Actor, body: ActBody, nickname: string) => {
    const { target, targetId, act, reason, message = '' } = body
    const now = clock.now()
    const content = await findReportedContent(sql, target, targetId)
    if (!content) throw new ApiError('NOT_FOUND')
    checkMayAct(body, content, actor, await actorLevel(sql, actor))
    await giveBackNickname(sql, targetId, nickname)
    const decider = actor.source === 'moderator' ? actor.id : null
    await closeCases(sql, { target, targetId, decider, decision: act, now, nickname })
    const freed = { ...content, excerpt: nickname }
    await recordAct(sql, freed, { act, actor, reason, message, until: null, now })
    return () => publish(body, content)
  }

  /**
   * Shows what the moderator's latest act has hidden, and opens the case that it closed, in the transaction `sql`.
   * @returns what to publish once it is committed
   */
  const undoIn = async (sql: Sql, actor: Actor, body: ActBody) => {
    if (actor.source !== 'moderator') throw new ApiError('FORBIDDEN')
    const { target, targetId, act, reason, message = '' } = body
    const now = clock.now()
    const level = await actorLevel(sql, actor)
    const content = await findReportedContent(sql, target, targetId)
    if (!content) throw new ApiError('NOT_FOUND')
    checkMayAct(body, content, actor, level)
    const actedAt = await undoableSince(sql, content, actor.id, now - UNDO_WINDOW_MS)
    const isUndone = actedAt !== null && (await showReportedContent(sql, content))
    if (!isUndone) throw new ApiError('CASE_CLOSED')
    await reopenCase(sql, { target, targetId, decider: actor.id, closed: actedAt })
    await recordAct(sql, content, { act, actor, reason, message, until: null, now })
    return () => publish(body, content)
  }

  return {
    actIn,
    freeNicknameIn,

    /**
     * Performs an act and publishes it.
     * @throws ApiError FORBIDDEN, OWN_CASE, NOT_FOUND, INVALID, CASE_CLOSED, STILL_HIDDEN
     */
    async act(actor: Actor, body: ActBody): Promise<void> {
      const field = misplacedField(body)
      if (field !== null) throw new ApiError('INVALID', { field })
      const run = body.undo ? undoIn : actIn
      const publishAll = await database.transaction((sql) => run(sql, actor, body))
      publishAll()
    },
  }
}
