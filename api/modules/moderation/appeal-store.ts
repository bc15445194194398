import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import { ModerationReason, ModerationTarget, PublicAct } from '#shared/contract/moderation.ts'
import { hasOtherModerator } from './moderation-sql.ts'

/** Only against an act that restricts its subject, and only once. */
const INSERT = statement(
  `INSERT INTO appeal (act_id, text, created) SELECT id, $3, $4 FROM moderation_act
  WHERE id = $1 AND subject_id = $2 AND act IN ('hide', 'rename', 'mute', 'ban') AND created > $5
  ON CONFLICT (act_id) DO NOTHING RETURNING act_id`,
  { act_id: column.int },
)
/** SQL: whether an act has ended at `$3`, or a later one lifted it or stands in its place. */
const IS_OVER = `(m.until IS NOT NULL AND m.until <= $3) OR EXISTS (
    SELECT FROM moderation_act l WHERE l.subject_id = m.subject_id AND l.id > m.id AND CASE m.act
      WHEN 'mute' THEN l.act IN ('mute', 'unmute')
      WHEN 'ban' THEN l.act IN ('ban', 'unban')
      WHEN 'hide' THEN l.act = 'restore' AND l.target = m.target AND l.target_id = m.target_id
      ELSE false END)`
/** Locks the appeal, so that two moderators cannot both decide it. `$1` is the decider, null for the command. */
const LOCK = statement(
  `SELECT m.act, m.target, m.target_id, m.subject_id, m.reason, m.excerpt, a.decided IS NULL AS is_open,
    m.actor_id IS NOT DISTINCT FROM $1 AND ${hasOtherModerator('m')} AS is_own_act,
    (${IS_OVER}) AS is_over
  FROM appeal a JOIN moderation_act m ON m.id = a.act_id WHERE a.act_id = $2 FOR UPDATE OF a`,
  {
    act: PublicAct,
    target: ModerationTarget,
    target_id: column.int,
    subject_id: column.nullable(column.int),
    reason: ModerationReason,
    excerpt: column.text,
    is_open: column.boolean,
    is_own_act: column.boolean,
    is_over: column.boolean,
  },
)
const DECIDE = statement(
  `UPDATE appeal SET decided = $2, decided_by = $3, granted = $4, answer = $5 WHERE act_id = $1`,
)

/** An appeal as its subject sends it. Instants are epoch milliseconds. */
interface NewAppeal {
  actId: number
  userId: number
  text: string
  now: number
  /** An earlier act can no longer be appealed against. */
  actedAfter: number
}

interface Decision {
  actId: number
  /** Null for the command. */
  decider: number | null
  granted: boolean
  answer: string
  /** Epoch milliseconds. */
  now: number
}

/** Adds an appeal. @returns false when the act is not the user's, too old, or was appealed against */
export async function insertAppeal(sql: Sql, appeal: NewAppeal): Promise<boolean> {
  const { actId, userId, text, now, actedAfter } = appeal
  const values = [actId, userId, text, new Date(now), new Date(actedAfter)]
  return (await sql.query(INSERT, values)).length > 0
}

/** Locks an appeal with its act at `now` (epoch ms) until the transaction ends; `decider` is null for the command. */
export async function lockAppeal(sql: Sql, actId: number, decider: number | null, now: number) {
  const [appeal] = await sql.query(LOCK, [decider, actId, new Date(now)])
  return appeal ?? null
}

/** Records the decision of a locked appeal. */
export async function decideAppeal(sql: Sql, decision: Decision): Promise<void> {
  const { actId, decider, granted, answer, now } = decision
  await sql.query(DECIDE, [actId, new Date(now), decider, granted, answer])
}
