import type { Clock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import { ModerationReason, ModerationTarget, PublicAct } from '#shared/contract/moderation.ts'
import { APPEAL_WINDOW_MS, reversalOf } from '#shared/rules/moderation.ts'
import type { Actor } from './audit.ts'
import { actorLevel, type ModerationService } from './service.ts'

/** SQL: another moderator than the user `$1` could decide about the user in column `subject`. */
export const hasOtherModerator = (subject: string) =>
  `EXISTS (SELECT FROM user_account o WHERE o.is_admin > 0 AND o.banned_at IS NULL AND NOT o.is_demo
    AND o.id <> $1 AND o.id <> ${subject})`

const INSERT = statement(
  `INSERT INTO appeal (act_id, text, created) SELECT id, $3, $4 FROM moderation_act
  WHERE id = $1 AND subject_id = $2 AND act IN ('hide', 'rename', 'mute', 'ban') AND created > $5
  ON CONFLICT (act_id) DO NOTHING RETURNING act_id`,
  { act_id: column.int },
)
/** Locks the appeal, so that two moderators cannot both decide it. `$1` is the decider, null for the command. */
const LOCK = statement(
  `SELECT m.act, m.target, m.target_id, m.subject_id, m.reason, a.decided IS NULL AS is_open,
    m.actor_id IS NOT DISTINCT FROM $1 AND ${hasOtherModerator('m.subject_id')} AS is_own_act
  FROM appeal a JOIN moderation_act m ON m.id = a.act_id WHERE a.act_id = $2 FOR UPDATE OF a`,
  {
    act: PublicAct,
    target: ModerationTarget,
    target_id: column.int,
    subject_id: column.nullable(column.int),
    reason: ModerationReason,
    is_open: column.boolean,
    is_own_act: column.boolean,
  },
)
const DECIDE = statement(
  `UPDATE appeal SET decided = $2, decided_by = $3, granted = $4, answer = $5 WHERE act_id = $1`,
)

interface AppealsDeps {
  database: Database
  moderation: Pick<ModerationService, 'actIn'>
  clock: Clock
}

export type AppealsService = ReturnType<typeof createAppealsService>

/** Appeals against acts: one for each act, within thirty days, decided once. */
export function createAppealsService({ database, moderation, clock }: AppealsDeps) {
  return {
    /** Appeals against an act as its subject. @throws ApiError APPEAL_CLOSED */
    async create(userId: number, actId: number, text: string): Promise<void> {
      const now = clock.now()
      const earliest = new Date(now - APPEAL_WINDOW_MS)
      const rows = await database.query(INSERT, [actId, userId, text, new Date(now), earliest])
      if (rows.length === 0) throw new ApiError('APPEAL_CLOSED')
    },

    /**
     * Decides an appeal. A granted one reverses the act, which is logged as an act of its own.
     * @throws ApiError FORBIDDEN, OWN_CASE, OWN_ACT, NOT_FOUND, APPEAL_CLOSED
     */
    async decide(
      actor: Actor,
      actId: number,
      { granted, answer = '' }: { granted: boolean; answer?: string },
    ): Promise<void> {
      const publish = await database.transaction(async (sql) => {
        await actorLevel(sql, actor)
        const decider = actor.source === 'moderator' ? actor.id : null
        const [appeal] = await sql.query(LOCK, [decider, actId])
        if (!appeal) throw new ApiError('NOT_FOUND')
        if (decider !== null && appeal.subject_id === decider) throw new ApiError('OWN_CASE')
        if (decider !== null && appeal.is_own_act) throw new ApiError('OWN_ACT')
        if (!appeal.is_open) throw new ApiError('APPEAL_CLOSED')
        await sql.query(DECIDE, [actId, new Date(clock.now()), decider, granted, answer])
        const act = reversalOf(appeal.act)
        if (!granted || !act || appeal.subject_id === null) return () => {}
        // A sanction is lifted from the user even if the text that led to it is gone.
        const isAboutPerson = appeal.act !== 'hide'
        return moderation.actIn(sql, actor, {
          act,
          target: isAboutPerson ? 'nickname' : appeal.target,
          targetId: isAboutPerson ? appeal.subject_id : appeal.target_id,
          reason: appeal.reason,
          message: answer,
        })
      })
      publish()
    },
  }
}
