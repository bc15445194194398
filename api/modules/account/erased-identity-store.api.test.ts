import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createErasedIdentities, rememberErased } from './erased-identity-store.ts'

const NOW = Date.parse('2026-11-21T02:30:00.000Z')
const [PRESENT, FORMER, OTHER] = ['present', 'former', 'other'].map((name) => Buffer.from(name))
const LEFT = { bannedAt: new Date(NOW), mutedUntil: null, votesFrom: null }

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('an identity remembered by the former key is still found, and a later one counts', async () => {
  if (!PRESENT || !FORMER || !OTHER) throw new Error('a key is missing')
  const identity = { issuer: 'https://issuer.example', subject: '1' }
  await rememberErased(database, { identity, secrets: [FORMER, FORMER], now: NOW }, LEFT)
  const after = createErasedIdentities(database, [PRESENT, FORMER])
  expect(await after.find(identity, NOW)).toMatchObject({ bannedAt: LEFT.bannedAt })
  expect(await createErasedIdentities(database, [PRESENT, OTHER]).find(identity, NOW)).toBeNull()
  const pardoned = { ...LEFT, bannedAt: null }
  await rememberErased(database, { identity, secrets: [PRESENT, FORMER], now: NOW + 1 }, pardoned)
  expect(await after.find(identity, NOW + 1)).toMatchObject({ bannedAt: null })
})
