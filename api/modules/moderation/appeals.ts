import type { Clock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import { APPEAL_WINDOW_MS, reversalOf } from '#shared/rules/moderation.ts'
import { decideAppeal, insertAppeal, lockAppeal } from './appeal-store.ts'
import type { Actor } from './audit.ts'
import { findReportedContent } from './reported-content-store.ts'
import { actorLevel, type ModerationService } from './service.ts'

interface AppealsDeps {
  database: Database
  moderation: Pick<ModerationService, 'actIn' | 'freeNicknameIn'>
  clock: Clock
}

export type AppealsService = ReturnType<typeof createAppealsService>

/** Appeals against acts: one for each act, within thirty days, decided once. */
export function createAppealsService({ database, moderation, clock }: AppealsDeps) {
  return {
    /** Appeals against an act as its subject. @throws ApiError APPEAL_CLOSED */
    async create(userId: number, actId: number, text: string): Promise<void> {
      const now = clock.now()
      const appeal = { actId, userId, text, now, actedAfter: now - APPEAL_WINDOW_MS }
      if (!(await insertAppeal(database, appeal))) throw new ApiError('APPEAL_CLOSED')
    },

    /**
     * Decides an appeal. A granted one reverses the act, which is logged as an act of its own, unless that has ended
     * or a later one took its place: that one was not appealed against.
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
        const now = clock.now()
        const appeal = await lockAppeal(sql, actId, decider, now)
        if (!appeal) throw new ApiError('NOT_FOUND')
        if (decider !== null && appeal.subject_id === decider) throw new ApiError('OWN_CASE')
        if (decider !== null && appeal.is_own_act) throw new ApiError('OWN_ACT')
        if (!appeal.is_open) throw new ApiError('APPEAL_CLOSED')
        await decideAppeal(sql, { actId, decider, granted, answer, now })
        const act = reversalOf(appeal.act)
        if (!granted || !act || appeal.subject_id === null || appeal.is_over) return () => {}
        const { target, target_id: targetId, reason } = appeal
        if (act !== 'restore') {
          // A sanction is lifted from the user even if the text that led to it is gone.
          const person = { target: 'nickname', targetId: appeal.subject_id } as const
          return moderation.actIn(sql, actor, { act, ...person, reason, message: answer })
        }
        const body = { act, target, targetId, reason, message: answer }
        if (target === 'nickname')
          return moderation.freeNicknameIn(sql, actor, body, appeal.excerpt)
        // The author has removed the text meanwhile: nothing can be shown again.
        if (!(await findReportedContent(sql, target, targetId))) return () => {}
        return moderation.actIn(sql, actor, body)
      })
      publish()
    },
  }
}
