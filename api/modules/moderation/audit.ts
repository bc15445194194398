import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import type { ModerationReason, ModerationTarget } from '#shared/contract/moderation.ts'
import type { BoardType } from '#shared/contract/posts.ts'
import type { AuditedAct } from '#shared/rules/moderation.ts'

/** Who acted: a signed-in admin, enough reports, a person on the own account, or the admin command. */
export type Actor = { source: 'moderator'; id: number } | { source: 'reports' | 'self' | 'command' }

export interface AuditEntry {
  act: AuditedAct
  actor: Actor
  /** The user whose text, name or account is concerned. */
  subjectId: number | null
  target: ModerationTarget | null
  targetId: number | null
  board: BoardType | null
  reason: ModerationReason
  /** The moderator's message to the user. */
  message: string
  /** End of a mute, epoch milliseconds. */
  until: number | null
  /** Title of the text, or the nickname before the act. */
  excerpt: string
  now: number
}

const INSERT = statement(
  `INSERT INTO moderation_act (act, source, actor_id, subject_id, target, target_id, board, reason,
    message, until, excerpt, created)
  VALUES ($1, $2, $3, $4, $5::moderation_target, $6, $7::board, $8, $9, $10, $11, $12) RETURNING id`,
  { id: column.int },
)

/** Adds a row to the audit table, in the transaction of the act itself. @returns its id */
export async function recordAct(sql: Sql, entry: AuditEntry): Promise<number> {
  const { act, actor, subjectId, target, targetId, board, reason, message, until, excerpt } = entry
  const [row] = await sql.query(INSERT, [
    act,
    actor.source,
    actor.source === 'moderator' ? actor.id : null,
    subjectId,
    target,
    targetId,
    board,
    reason,
    message,
    until === null ? null : new Date(until),
    excerpt,
    new Date(entry.now),
  ])
  if (!row) throw new Error('the act was not recorded')
  return row.id
}
