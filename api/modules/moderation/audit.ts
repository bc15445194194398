import { type Sql, statement } from '#api/infrastructure/database/sql.ts'
import type { ModerationReason } from '#shared/contract/moderation.ts'
import type { AuditedAct, InternalAct } from '#shared/rules/moderation.ts'
import type { Thing } from './things.ts'

/** A signed-in admin, enough reports, a person on the own account, or the admin command. */
export type Actor = { source: 'moderator'; id: number } | { source: 'reports' | 'self' | 'command' }

interface AuditEntry {
  act: AuditedAct
  actor: Actor
  /** The user whose text, name or account is concerned. */
  subjectId: number | null
  /** The text or nickname that a public act is about; null for acts on an account. */
  thing: Thing | null
  reason: ModerationReason
  /** The moderator's message to the user. */
  message: string
  /** End of a mute, epoch milliseconds. */
  until: number | null
  now: number
}

const INSERT = statement(
  `INSERT INTO moderation_act (act, source, actor_id, subject_id, target, target_id, board, reason,
    message, until, excerpt, created)
  VALUES ($1, $2, $3, $4, $5::moderation_target, $6, $7::board, $8, $9, $10, $11, $12)`,
)

/** Adds a row to the audit table, in the transaction of the act itself. */
async function record(sql: Sql, entry: AuditEntry): Promise<void> {
  const { act, actor, subjectId, thing, reason, message, until, now } = entry
  await sql.query(INSERT, [
    act,
    actor.source,
    actor.source === 'moderator' ? actor.id : null,
    subjectId,
    thing?.target ?? null,
    thing?.targetId ?? null,
    thing?.board ?? null,
    reason,
    message,
    until === null ? null : new Date(until),
    thing?.excerpt ?? '',
    new Date(now),
  ])
}

/** Records an act on a text, a nickname or its author. `thing` is as it was before the act. */
export const recordAct = (
  sql: Sql,
  thing: Thing,
  entry: Omit<AuditEntry, 'thing' | 'subjectId'>,
): Promise<void> => record(sql, { ...entry, thing, subjectId: thing.authorId })

/** Records an act on an account, which is not in the public log. */
export const recordInternalAct = (
  sql: Sql,
  entry: Pick<AuditEntry, 'actor' | 'subjectId' | 'now'> & { act: InternalAct; message?: string },
): Promise<void> =>
  record(sql, { message: '', ...entry, thing: null, reason: 'other', until: null })
