import { LRUCache } from 'lru-cache'
import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { ACCESS_TOKEN_LIFETIME } from './access-token.ts'
import type { SessionStore } from './store.ts'

/** About 15 MB, reached at 170 revocations a second; then the oldest are evicted. */
const LIMIT = 100_000
/** Pause before a failed load is repeated. */
const RETRY_MS = 1_000

/** Revoked sessions with access tokens that have not expired yet. */
export interface Revocations {
  /** Records a revocation by this or another instance. */
  add(sessionId: string): void
  isRevoked(sessionId: string): boolean
  /** Loads recent revocations from the database. Call before serving. */
  load(store: Pick<SessionStore, 'revokedSince'>): Promise<void>
  size(): number
}

/**
 * Holds revoked sessions in memory for the lifetime of an access token, after which their tokens have
 * expired. At most `limit` sessions.
 */
export function createRevocations(clock: Clock, limit = LIMIT): Revocations {
  /** When the last access token of each session expires. */
  const expiries = new LRUCache<string, number>({ max: limit })
  return {
    add: (sessionId) => expiries.set(sessionId, clock.now() + ACCESS_TOKEN_LIFETIME),
    isRevoked: (sessionId) => (expiries.get(sessionId) ?? 0) > clock.now(),
    load: async (store) => {
      const recent = await store.revokedSince(clock.now() - ACCESS_TOKEN_LIFETIME, limit)
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
