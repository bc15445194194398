import type { Sql } from '#api/infrastructure/database/sql.ts'
import type { ModerationReason } from '#shared/contract/moderation.ts'
import type { AuditedAct, InternalAct } from '#shared/rules/moderation.ts'
import { insertAct } from './act-store.ts'
import type { AuditedContent } from './reported-content.ts'

/** A signed-in admin, enough reports, a person on the own account, or the admin command. */
export type Actor = { source: 'moderator'; id: number } | { source: 'reports' | 'self' | 'command' }

interface AuditEntry {
  act: AuditedAct
  actor: Actor
  reason: ModerationReason
  /** The moderator's message to the user. */
  message: string
  /** End of a mute, epoch milliseconds. */
  until: number | null
  now: number
}

const idOf = (actor: Actor) => (actor.source === 'moderator' ? actor.id : null)

/** Records an act on a text, a nickname or its author. `content` is as it was before the act. */
export const recordAct = (
  sql: Sql,
  content: AuditedContent,
  { actor, ...entry }: AuditEntry,
): Promise<void> =>
  insertAct(sql, {
    ...entry,
    source: actor.source,
    actorId: idOf(actor),
    subjectId: content.authorId,
    content,
  })

/** Records an act on an account, which is not in the public log. */
export const recordInternalAct = (
  sql: Sql,
  { act, actor, subjectId, message = '', now }: InternalEntry,
): Promise<void> =>
  insertAct(sql, {
    act,
    source: actor.source,
    actorId: idOf(actor),
    subjectId,
    content: null,
    reason: 'other',
    message,
    until: null,
    now,
  })

interface InternalEntry extends Pick<AuditEntry, 'actor' | 'now'> {
  act: InternalAct
  /** The user whose account is concerned. */
  subjectId: number | null
  message?: string
}
