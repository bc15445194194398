import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { AccessTokenClaims } from '#api/modules/auth/access-token.ts'
import { endSessions, publishEndedSessions } from '#api/modules/auth/end-sessions.ts'
import { type Actor, recordInternalAct } from '#api/modules/moderation/audit.ts'
import { notifyOfSecurity } from '#api/modules/notifications/create-notifications.ts'
import { publishAlerts } from '#api/modules/notifications/publish-alerts.ts'
import type { PushErasure } from '#api/modules/notifications/push-erasure.ts'
import type { AccountSessions, ExportFormat } from '#shared/contract/account.ts'
import type { IdentitySecrets } from './erased-identity-store.ts'
import { createErasure } from './erasure.ts'
import { exportAccount } from './export.ts'
import { isExportable } from './export-store.ts'
import { createAccountSessionStore } from './session-store.ts'

interface AccountServiceDeps {
  database: Database
  bus: Pick<AppEventBus, 'publish'>
  clock: Clock
  /** Keys the hash of erased identities. */
  secrets: IdentitySecrets
  /** Tells the person's devices of the deletion; absent for the operator's command. */
  pushErasure?: PushErasure
}

const SELF: Actor = { source: 'self' }

export type AccountService = ReturnType<typeof createAccountService>

/** A person's sessions, the export of their data, and the deletion of the account. */
export function createAccountService(deps: AccountServiceDeps) {
  const { database, bus, clock } = deps
  const sessions = createAccountSessionStore(database)
  const erasure = createErasure(deps)

  return {
    /** The sessions of a user that have not ended. */
    sessions: (user: AccessTokenClaims): Promise<AccountSessions> =>
      sessions.list(user.id, user.sid, clock.now()),

    /** Ends one session of the user. @throws ApiError NOT_FOUND */
    async endSession(userId: number, sessionId: string): Promise<void> {
      const now = clock.now()
      if (!(await sessions.end(userId, sessionId, now))) throw new ApiError('NOT_FOUND')
      publishEndedSessions(bus, [sessionId], now)
    },

    /** Ends all sessions of the user, except `exceptId`. @returns their number */
    async endSessions(userId: number, exceptId: string | null): Promise<number> {
      const now = clock.now()
      const ended = await endSessions(database, { userId, exceptId, now })
      publishEndedSessions(bus, ended, now)
      return ended.length
    },

    /**
     * The data of a user in parts; the export is recorded first.
     * @throws ApiError TOKEN_INVALID without account
     */
    async export(
      userId: number,
      format: ExportFormat,
      actor: Actor = SELF,
    ): Promise<AsyncGenerator<string>> {
      if (!(await isExportable(database, userId))) throw new ApiError('TOKEN_INVALID')
      const now = clock.now()
      const notified = await database.transaction(async (sql) => {
        await recordInternalAct(sql, { act: 'export', actor, subjectId: userId, now })
        if (actor !== SELF) return []
        return notifyOfSecurity(sql, { userId, act: 'export', provider: null, now })
      })
      publishAlerts(bus, notified)
      return exportAccount(database, { userId, format, now })
    },

    /** Erases the account whose nickname the user has typed: see createErasure. */
    delete: (userId: number, nickname: string) => erasure.erase(SELF, userId, nickname),

    /** Continues deletions that a stop has interrupted. */
    resumeDeletions: erasure.resume,
  }
}
