import type { Clock } from '#api/infrastructure/clock.ts'
import { isRefreshToken, newRefreshToken, refreshTokenHash, successorOf } from './refresh-token.ts'
import type { Session, SessionStore, StoredRefreshToken } from './session-store-port.ts'

const DAY = 86_400_000
/** Milliseconds in which a rotated token still answers: two tabs, or a reply lost on the way. */
export const REUSE_GRACE = 30_000
/** Milliseconds without a refresh after which a session ends. */
export const IDLE_LIFE = 30 * DAY
/** Milliseconds after sign-in at which a session ends however busy it is. */
export const ABSOLUTE_LIFE = 90 * DAY

/** How long ended sessions and rotated tokens are kept: for revocations, and to notice theft. */
const KEEP_ENDED = DAY
const KEEP_ROTATED = 7 * DAY
/** A grace holds far fewer rotations than this; it only bounds the search for the live token. */
const STEPS = 32

/** `reused`: a token came back after its grace, so the whole family was just revoked. */
export type RefreshFailure = 'unknown' | 'expired' | 'revoked' | 'reused'

export interface OpenSession {
  sessionId: string
  userId: number
  refreshToken: string
}

export type RefreshResult = ({ ok: true } & OpenSession) | { ok: false; failure: RefreshFailure }

export interface Sessions {
  /** Starts a session for a user who has just signed in. */
  open(userId: number): Promise<OpenSession>
  /**
   * Exchanges a refresh token for its successor. Within the grace an exchanged token answers with
   * the family's live token, so the family never has two; afterwards it revokes the family.
   */
  refresh(token: string): Promise<RefreshResult>
  /** Signs out the session a refresh token belongs to, spent or not; unknown ones are no error. */
  close(token: string): Promise<void>
  revoke(sessionId: string): Promise<void>
  /** Forgets what can matter no more. Answers how many rows went. Run it now and then. */
  sweep(): Promise<number>
}

interface SessionsOptions {
  store: SessionStore
  clock: Clock
  /** Derives successors; the same in every process of the server. */
  secret: Uint8Array
  /** Told of each revocation, after it is stored. */
  onRevoked?: (sessionId: string) => void
}

/** Makes the keeper of sessions. Throws only what the store throws. */
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
      for (let step = 0; step < STEPS; step++) {
        const stored = await store.find(refreshTokenHash(current))
        const failure = refusal(stored, clock.now())
        if (!stored || failure) return { ok: false, failure: failure ?? 'unknown' }

        const { session, rotatedAt } = stored
        const answer = { ok: true, sessionId: session.id, userId: session.userId } as const
        const successor = successorOf(current, secret)
        if (rotatedAt === null) {
          if (current !== token) return { ...answer, refreshToken: current }
          if (await rotate(session, token, successor)) return { ...answer, refreshToken: successor }
          // Somebody was faster, or the session ended meanwhile: look at the same token again.
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
    sweep: () => store.deleteEnded(clock.now() - KEEP_ENDED, clock.now() - KEEP_ROTATED),
  }
}

function endOf(created: number, lastUsed: number): number {
  return Math.min(created + ABSOLUTE_LIFE, lastUsed + IDLE_LIFE)
}

function refusal(stored: StoredRefreshToken | undefined, now: number): RefreshFailure | undefined {
  if (!stored) return 'unknown'
  if (stored.session.revoked !== null) return 'revoked'
  return stored.session.expires <= now ? 'expired' : undefined
}
