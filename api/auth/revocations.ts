import type { Clock } from '#api/infrastructure/clock.ts'
import { ACCESS_TOKEN_LIFETIME } from './access-token.ts'
import { createBoundedMap } from './bounded-map.ts'
import type { SessionStore } from './session-store-port.ts'

/** About 15 MB when full, which takes 170 revocations a second; then the oldest are dropped. */
const LIMIT = 100_000

/** The sessions whose access tokens must be refused although they have not expired yet. */
export interface Revocations {
  /** Notes a revocation of this moment, also one another process has announced. */
  add(sessionId: string): void
  isRevoked(sessionId: string): boolean
  /** Reads what was revoked before this process could hear of it. Call before serving. */
  load(store: Pick<SessionStore, 'revokedSince'>): Promise<void>
  /** How many are remembered. */
  size(): number
}

/**
 * Remembers revoked sessions for as long as an access token lives; later none of theirs is valid.
 * `limit` bounds the memory.
 */
export function createRevocations(clock: Clock, limit = LIMIT): Revocations {
  const revoked = createBoundedMap<true>(limit, clock)
  return {
    add: (sessionId) => revoked.set(sessionId, true, clock.now() + ACCESS_TOKEN_LIFETIME),
    isRevoked: (sessionId) => revoked.get(sessionId) === true,
    load: async (store) => {
      const recent = await store.revokedSince(clock.now() - ACCESS_TOKEN_LIFETIME, limit)
      for (const { id, revoked: at } of recent.reverse()) {
        revoked.set(id, true, at + ACCESS_TOKEN_LIFETIME)
      }
    },
    size: () => revoked.size(),
  }
}
