import type { Clock } from '#api/infrastructure/clock.ts'
import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { AccessTokenClaims } from './access-token.ts'

/** Milliseconds after a sign-in in which an account's sign-in methods and data can be changed or taken out. */
export const RECENT_SIGN_IN_MS = 5 * 60_000

/** A renewal of the tokens does not count: whoever holds them may be somebody else. */
const FIND = statement(
  `SELECT coalesce(auth_time, created) AS auth_time FROM session
  WHERE id = $1::uuid AND user_id = $2 AND revoked IS NULL`,
  { auth_time: column.instant },
)
const MOVE = statement(
  `UPDATE session SET auth_time = $3 WHERE id = $1::uuid AND user_id = $2 AND revoked IS NULL
  RETURNING id`,
  { id: column.text },
)

/** Tolerated difference of a provider's clock. */
const SKEW_MS = 60_000

type Viewer = Pick<AccessTokenClaims, 'id' | 'sid'>

export type RecentSignIn = ReturnType<typeof createRecentSignIn>

/** Acts that a stolen token must not suffice for need a sign-in of at most five minutes ago. */
export function createRecentSignIn({ database, clock }: { database: Sql; clock: Clock }) {
  return {
    /** @throws ApiError REAUTHENTICATE */
    async check({ id, sid }: Viewer): Promise<void> {
      const [session] = await database.query(FIND, [sid, id])
      const isRecent = session && clock.now() - session.auth_time.getTime() <= RECENT_SIGN_IN_MS
      if (!isRecent) throw new ApiError('REAUTHENTICATE')
    },

    /**
     * Records that the person has signed in again; `authTime` is the provider's instant of it (epoch ms),
     * undefined when the provider does not tell. @throws ApiError REAUTHENTICATE for an old one, SESSION_REVOKED
     */
    async confirm({ id, sid }: Viewer, authTime: number | undefined): Promise<void> {
      const now = clock.now()
      const isOld = authTime !== undefined && now - authTime > RECENT_SIGN_IN_MS + SKEW_MS
      if (isOld) throw new ApiError('REAUTHENTICATE')
      const moved = await database.query(MOVE, [sid, id, new Date(now)])
      if (moved.length === 0) throw new ApiError('SESSION_REVOKED')
    },
  }
}
