import { LRUCache } from 'lru-cache'
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import { systemClock } from '#api/infrastructure/clock.ts'

/** Records of one kind (interaction, code, …); beyond it the oldest are evicted. */
export const RECORDS_PER_KIND = 1000

/**
 * Storage of the embedded provider: memory, bounded, each kind of record apart, so that a flood of
 * unfinished sign-ins cannot evict a code that is about to be exchanged. Sessions are not stored:
 * every sign-in asks for a name, and signing out of Tidemark leaves no session at the provider.
 * Expiries use the system clock because the provider's own do.
 */
export const createLocalProviderStore: AdapterFactory = (kind): Adapter => {
  const records = new LRUCache<string, AdapterPayload & { id: string }>({ max: RECORDS_PER_KIND })
  return {
    upsert: async (id, payload, expiresIn = 60) => {
      if (kind === 'Session') return
      records.set(id, { ...payload, id }, { ttl: expiresIn * 1000 })
    },
    find: async (id) => records.get(id),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const record = records.get(id)
      if (record) record.consumed = Math.floor(systemClock.now() / 1000)
    },
    destroy: async (id) => {
      records.delete(id)
    },
    revokeByGrantId: async (grantId) => {
      for (const record of records.values()) {
        if (record.grantId === grantId) records.delete(record.id)
      }
    },
  }
}
