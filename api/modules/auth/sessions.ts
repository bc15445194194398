import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import type { Device } from './device-name.ts'
import type { IdentityKey, Session, SessionStore, StoredRefreshToken } from './store.ts'

/** An identity that signs in, and when it did so at its provider (epoch ms) if the provider tells. */
type SignedInIdentity = IdentityKey & { authTime?: number | undefined }

/** Milliseconds in which a rotated token is still accepted: two tabs, or a lost reply. */
export const REUSE_GRACE = 30_000
/** Milliseconds without a refresh after which a session ends. */
export const IDLE_TIMEOUT = 30 * DAY_MS
/** Milliseconds after sign-in at which even an active session ends. */
export const ABSOLUTE_TIMEOUT = 90 * DAY_MS

/** Retention of ended sessions (for revocations) and of rotated tokens (to detect theft). */
const ENDED_RETENTION = DAY_MS
const ROTATED_RETENTION = 7 * DAY_MS
/** Bounds the search for the live token; far fewer rotations fit into a grace. */
const MAX_ROTATIONS = 32
/** A refresh token: 32 bytes as base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

const UNKNOWN_DEVICE: Device = { app: '', system: '' }

/** `reused`: a token was used after its grace, so the whole family was revoked. */
export type RefreshFailure = 'unknown' | 'expired' | 'revoked' | 'reused'

export interface OpenSession {
  sessionId: string
  userId: number
  refreshToken: string
}

export type RefreshResult = ({ ok: true } & OpenSession) | { ok: false; failure: RefreshFailure }

export interface Sessions {
  /**
   * Creates a session and its first refresh token. `identity` is the one that signed in.
   * @throws ApiError BANNED
   */
  open(userId: number, device?: Device, identity?: SignedInIdentity): Promise<OpenSession>
  /**
   * Exchanges a refresh token for its successor. An exchanged token yields the family's live token
   * within the grace, so the family never has two; afterwards it revokes the family. `limitExchanges` is
   * called before an accepted token is exchanged; nothing changes when it throws.
   */
  refresh(token: string, limitExchanges?: (userId: number) => Promise<void>): Promise<RefreshResult>
  /**
   * Revokes the session of a refresh token, live or rotated. @returns whether it ended a live session
   */
  close(token: string): Promise<boolean>
  revoke(sessionId: string): Promise<void>
  /** Deletes rows past their retention and returns their number. Call it regularly. */
  sweep(): Promise<number>
}

interface SessionsOptions {
  store: SessionStore
  clock: Clock
  /** Derives successors; the same in every instance. */
  secret: Uint8Array
  /** Called after each revocation is stored. */
  onRevoked?: (sessionId: string) => void
}

/** Creates the session service. */
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
    open: async (userId, device = UNKNOWN_DEVICE, identity) => {
      const now = clock.now()
      const sessionId = crypto.randomUUID()
      const refreshToken = newRefreshToken()
      const isCreated = await store.create(
        {
          id: sessionId,
          userId,
          created: now,
          lastUsed: now,
          expires: endOf(now, now),
          revoked: null,
          authTime: Math.min(now, identity?.authTime ?? now),
        },
        refreshTokenHash(refreshToken),
        device,
        identity,
      )
      if (!isCreated) throw new ApiError('BANNED')
      return { sessionId, userId, refreshToken }
    },

    refresh: async (token, limitExchanges = async () => {}) => {
      if (!isRefreshToken(token)) return { ok: false, failure: 'unknown' }
      let current = token
      for (let step = 0; step < MAX_ROTATIONS; step++) {
        const stored = await store.find(refreshTokenHash(current))
        const failure = failureOf(stored, clock.now())
        if (!stored || failure) return { ok: false, failure: failure ?? 'unknown' }

        const { session, rotatedAt } = stored
        if (current === token && rotatedAt !== null && clock.now() - rotatedAt > REUSE_GRACE) {
          await revoke(session.id)
          return { ok: false, failure: 'reused' }
        }
        if (step === 0) await limitExchanges(session.userId)
        const reply = { ok: true, sessionId: session.id, userId: session.userId } as const
        const successor = successorOf(current, secret)
        if (rotatedAt === null) {
          if (current !== token) return { ...reply, refreshToken: current }
          if (await rotate(session, token, successor)) return { ...reply, refreshToken: successor }
          // Another request rotated it, or the session ended: read the same token again.
          continue
        }
        current = successor
      }
      return { ok: false, failure: 'unknown' }
    },

    close: async (token) => {
      const stored = isRefreshToken(token) ? await store.find(refreshTokenHash(token)) : undefined
      if (!stored) return false
      await revoke(stored.session.id)
      return !failureOf(stored, clock.now())
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

/** A new refresh token: 256 random bits as base64url (43 characters). */
function newRefreshToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether text can be a refresh token at all. */
function isRefreshToken(text: string): boolean {
  return TOKEN.test(text)
}

/** The stored form of a token: its SHA-256, 32 bytes. */
export function refreshTokenHash(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}

/**
 * The 256-bit successor of `token`, unpredictable without the server's secret. Derived, so that a
 * client whose reply was lost gets the same one again although only hashes are stored.
 */
export function successorOf(token: string, secret: Uint8Array): string {
  return createHmac('sha256', secret)
    .update(`tidemark refresh successor\n${token}`)
    .digest('base64url')
}
