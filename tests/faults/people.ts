import { systemClock } from '#api/infrastructure/clock.ts'
import { readConfig } from '#api/infrastructure/config.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { claimsOf } from '#api/modules/account/account.ts'
import { createAccountStore } from '#api/modules/account/account-store.ts'
import { createAccessTokens } from '#api/modules/auth/access-token.ts'
import { readSecrets } from '#api/server/secrets.ts'
import { addPeople } from '#tests/load/fill.ts'

/** Settings of the servers under test. */
export const SETTINGS = {
  JWT_SECRET: 'the same secret for all of the fault tests',
  // The tests send an address per user, so that no rate limit applies.
  TRUSTED_PROXIES: '127.0.0.1',
}

/** A user who writes once. */
export interface Writer {
  id: number
  token: string
  address: string
}

export interface People {
  first: number
  /** A user who has not written yet. Throws when none is left. */
  next(): Promise<Writer>
}

/** Adds `count` signed-in users. */
export async function createPeople(database: Database, count: number): Promise<People> {
  const first = await addPeople(database, count)
  const account = await createAccountStore(database).byId(first)
  if (!account) throw new Error('the users were not created')
  const { jwt } = readSecrets(readConfig({ ...SETTINGS, PORT: '0' }))
  const tokens = createAccessTokens({ secret: jwt, clock: systemClock, cacheSize: 0 })
  let used = 0
  return {
    first,
    async next() {
      if (used === count) throw new Error(`all ${count} people have been used`)
      const id = first + used++
      const token = await tokens.sign({ ...claimsOf(account), id }, crypto.randomUUID())
      return { id, token, address: `10.${id >> 16}.${(id >> 8) & 255}.${id & 255}` }
    },
  }
}
