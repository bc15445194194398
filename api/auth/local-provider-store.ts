import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import { systemClock } from '#api/infrastructure/clock.ts'
import { createBoundedMap } from './bounded-map.ts'

/** How many records of one kind (interaction, code, …) are kept; the oldest give way. */
export const RECORDS_PER_KIND = 1000

/**
 * Storage of the embedded provider: memory, bounded, each kind of record apart, so that a flood of
 * unfinished sign-ins cannot push out a code that is about to be exchanged. Sessions are not kept:
 * every sign-in asks for a name, and leaving Tidemark leaves nobody signed in at the provider.
 * Expiries run on the system clock because the provider's own do.
 */
export const createLocalProviderStore: AdapterFactory = (kind): Adapter => {
  const records = createBoundedMap<AdapterPayload & { id: string }>(RECORDS_PER_KIND, systemClock)
  return {
    upsert: async (id, payload, expiresIn = 60) => {
      if (kind === 'Session') return
      records.set(id, { ...payload, id }, systemClock.now() + expiresIn * 1000)
    },
    find: async (id) => records.get(id),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const record = records.get(id)
      if (record) record.consumed = Math.floor(systemClock.now() / 1000)
    },
    destroy: async (id) => records.delete(id),
    revokeByGrantId: async (grantId) => {
      for (const record of records.values()) {
        if (record.grantId === grantId) records.delete(record.id)
      }
    },
  }
}
