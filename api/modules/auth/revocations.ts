import { LRUCache } from 'lru-cache'
import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { ACCESS_TOKEN_LIFETIME } from './access-token.ts'
import type { SessionStore } from './store.ts'

/** About 15 MB, reached at 170 revocations a second or when all sessions are ended at once. */
const LIMIT = 100_000
/** Pause before a failed load is repeated. */
const RETRY_MS = 1_000

/** Revoked sessions with access tokens that have not expired yet. */
export interface Revocations {
  /** Records a revocation by this or another instance. */
  add(sessionId: string): void
  isRevoked(sessionId: string): boolean
  /**
   * Whether a token issued at `nbf` (epoch seconds) may belong to a revocation that did not fit in here.
   * Such a token counts as expired: a live session renews it, a revoked one cannot.
   */
  isSuperseded(nbf: number): boolean
  /** Loads recent revocations from the database. Call before serving. */
  load(store: Pick<SessionStore, 'revokedSince'>): Promise<void>
  size(): number
}

/**
 * Holds revoked sessions in memory for the lifetime of an access token, after which their tokens have
 * expired. Beyond `limit` sessions it supersedes all tokens as old as the evicted ones.
 */
export function createRevocations(clock: Clock, limit = LIMIT): Revocations {
  /** Latest revocation that is no longer held, epoch milliseconds. */
  let evicted = 0
  /** When the last access token of each session expires. */
  const expiries = new LRUCache<string, number>({
    max: limit,
    dispose: (expiry, _id, reason) => {
      if (reason === 'evict') evicted = Math.max(evicted, expiry - ACCESS_TOKEN_LIFETIME)
    },
  })
  return {
    add: (sessionId) => expiries.set(sessionId, clock.now() + ACCESS_TOKEN_LIFETIME),
    isRevoked: (sessionId) => (expiries.get(sessionId) ?? 0) > clock.now(),
    isSuperseded: (nbf) => nbf * 1000 <= evicted,
    load: async (store) => {
      const recent = await store.revokedSince(clock.now() - ACCESS_TOKEN_LIFETIME, limit)
      // A full page may have left out older ones.
      if (recent.length === limit) evicted = Math.max(evicted, recent.at(-1)?.revoked ?? 0)
      for (const { id, revoked: at } of recent.reverse()) {
        expiries.set(id, at + ACCESS_TOKEN_LIFETIME)
      }
    },
    size: () => expiries.size,
  }
}

interface FollowRevocationsDeps {
  revocations: Pick<Revocations, 'add' | 'load'>
  store: Pick<SessionStore, 'revokedSince'>
  bus: AppEventBus
  clock: Clock
  log: Log
}

/** Applies revocations of other instances; reloads all, one load at a time, when some may be missing. */
export function followRevocations({
  revocations,
  store,
  bus,
  clock,
  log,
}: FollowRevocationsDeps): void {
  let isLoading = false
  let isDue = false

  const load = async () => {
    isDue = true
    if (isLoading) return
    isLoading = true
    try {
      while (isDue) {
        isDue = false
        await revocations.load(store)
      }
    } catch (error) {
      log.warn({ err: error }, 'revocations could not be reloaded')
      clock.after(RETRY_MS, () => void load())
    }
    isLoading = false
  }

  bus.on('sessionRevoked', ({ sessionId }) => revocations.add(sessionId))
  bus.onInvalidateAll(() => void load())
}
