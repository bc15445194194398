import type { Clock } from '#api/infrastructure/clock.ts'
import { isRefreshToken, newRefreshToken, refreshTokenHash, successorOf } from './refresh-token.ts'
import type { Session, SessionStore, StoredRefreshToken } from './session-store-port.ts'

const DAY = 86_400_000
/** How long a rotated token is accepted, for two tabs or a lost reply (ms). */
export const REUSE_GRACE = 30_000
/** Idle timeout of a session (ms). */
export const IDLE_TIMEOUT = 30 * DAY
/** Absolute timeout of a session after sign-in (ms). */
export const ABSOLUTE_TIMEOUT = 90 * DAY

/** Retention of ended sessions, for loading revocations, and of rotated tokens, to detect theft (ms). */
const ENDED_RETENTION = DAY
const ROTATED_RETENTION = 7 * DAY
/** Limits the search for the live token; far fewer rotations fit into the grace period. */
const MAX_ROTATIONS = 32

/** `reused`: a token was used after its grace period, which revoked the whole family. */
export type RefreshFailure = 'unknown' | 'expired' | 'revoked' | 'reused'

export interface OpenSession {
  sessionId: string
  userId: number
  refreshToken: string
}

export type RefreshResult = ({ ok: true } & OpenSession) | { ok: false; failure: RefreshFailure }

export interface Sessions {
  /** Creates a session and its first refresh token. */
  open(userId: number): Promise<OpenSession>
  /**
   * Exchanges a refresh token for its successor. A rotated token returns the family's live token within
   * the grace period; afterwards it revokes the family.
   */
  refresh(token: string): Promise<RefreshResult>
  /** Revokes the session of a live or rotated refresh token; ignores unknown tokens. */
  close(token: string): Promise<void>
  revoke(sessionId: string): Promise<void>
  /** Deletes sessions and tokens past their retention. @returns the number of deleted rows */
  sweep(): Promise<number>
}

interface SessionsOptions {
  store: SessionStore
  clock: Clock
  /** Derives successors; the same in every instance. */
  secret: Uint8Array
  /** Called after each stored revocation. */
  onRevoked?: (sessionId: string) => void
}

/** Creates, refreshes and revokes sessions. Throws only errors of the store. */
export function createSessions(options: SessionsOptions): Sessions {
  const { store, clock, secret, onRevoked = () => {} } = options

  const revoke = async (sessionId: string) => {
    await store.revoke(sessionId, clock.now())
    onRevoked(sessionId)
  }

  const rotate = (session: Session, token: string, successor: string) => {
    const now = clock.now()
    return store.rotate({
      sessionId: session.id,
      hash: refreshTokenHash(token),
      successorHash: refreshTokenHash(successor),
      now,
      expires: endOf(session.created, now),
    })
  }

  return {
    open: async (userId) => {
      const now = clock.now()
      const sessionId = crypto.randomUUID()
      const refreshToken = newRefreshToken()
      await store.create(
        {
          id: sessionId,
          userId,
          created: now,
          lastUsed: now,
          expires: endOf(now, now),
          revoked: null,
        },
        refreshTokenHash(refreshToken),
      )
      return { sessionId, userId, refreshToken }
    },

    refresh: async (token) => {
      if (!isRefreshToken(token)) return { ok: false, failure: 'unknown' }
      let current = token
      for (let step = 0; step < MAX_ROTATIONS; step++) {
        const stored = await store.find(refreshTokenHash(current))
        const failure = failureOf(stored, clock.now())
        if (!stored || failure) return { ok: false, failure: failure ?? 'unknown' }

        const { session, rotatedAt } = stored
        const reply = { ok: true, sessionId: session.id, userId: session.userId } as const
        const successor = successorOf(current, secret)
        if (rotatedAt === null) {
          if (current !== token) return { ...reply, refreshToken: current }
          if (await rotate(session, token, successor)) return { ...reply, refreshToken: successor }
          // A concurrent request rotated the token or ended the session: read it again.
          continue
        }
        if (current === token && clock.now() - rotatedAt > REUSE_GRACE) {
          await revoke(session.id)
          return { ok: false, failure: 'reused' }
        }
        current = successor
      }
      return { ok: false, failure: 'unknown' }
    },

    close: async (token) => {
      const stored = isRefreshToken(token) ? await store.find(refreshTokenHash(token)) : undefined
      if (stored) await revoke(stored.session.id)
    },

    revoke,
    sweep: () => store.deleteEnded(clock.now() - ENDED_RETENTION, clock.now() - ROTATED_RETENTION),
  }
}

function endOf(created: number, lastUsed: number): number {
  return Math.min(created + ABSOLUTE_TIMEOUT, lastUsed + IDLE_TIMEOUT)
}

function failureOf(
  stored: StoredRefreshToken | undefined,
  now: number,
): RefreshFailure | undefined {
  if (!stored) return 'unknown'
  if (stored.session.revoked !== null) return 'revoked'
  return stored.session.expires <= now ? 'expired' : undefined
}
