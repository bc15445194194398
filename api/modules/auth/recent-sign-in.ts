import type { Clock } from '#api/infrastructure/clock.ts'
import type { Sql } from '#api/infrastructure/database/sql.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { AccessTokenClaims } from './access-token.ts'
import { lastSignIn, moveSignIn } from './user-session-store.ts'

/** Milliseconds after a sign-in in which an account's sign-in methods and data can be changed or taken out. */
export const RECENT_SIGN_IN_MS = 5 * 60_000

/** Tolerated difference of a provider's clock. */
const SKEW_MS = 60_000

type Viewer = Pick<AccessTokenClaims, 'id' | 'sid'>

export type RecentSignIn = ReturnType<typeof createRecentSignIn>

/** Acts that a stolen token must not suffice for need a sign-in of at most five minutes ago. */
export function createRecentSignIn({ database, clock }: { database: Sql; clock: Clock }) {
  return {
    /** @throws ApiError REAUTHENTICATE */
    async check(viewer: Viewer): Promise<void> {
      const last = await lastSignIn(database, viewer)
      const isRecent = last !== null && clock.now() - last <= RECENT_SIGN_IN_MS
      if (!isRecent) throw new ApiError('REAUTHENTICATE')
    },

    /**
     * Records that the person has signed in again; `authTime` is the provider's instant of it (epoch ms),
     * undefined when the provider does not tell. @throws ApiError REAUTHENTICATE for an old one, SESSION_REVOKED
     */
    async confirm(viewer: Viewer, authTime: number | undefined): Promise<void> {
      const now = clock.now()
      const isOld = authTime !== undefined && now - authTime > RECENT_SIGN_IN_MS + SKEW_MS
      if (isOld) throw new ApiError('REAUTHENTICATE')
      if (!(await moveSignIn(database, viewer, now))) throw new ApiError('SESSION_REVOKED')
    },
  }
}
