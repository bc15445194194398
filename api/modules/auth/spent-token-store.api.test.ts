import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createSpentTokens } from './spent-token-store.ts'

const NOON = Date.parse('2026-11-21T12:00:00Z')

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const token = (name: string, expires = NOON) => ({
  digest: createHash('sha256').update(name).digest(),
  expires,
  nonce: undefined,
})

test('a token is spent once by all instances together', async () => {
  const instances = [createSpentTokens(database), createSpentTokens(database)]
  const spent = await Promise.all(
    Array.from({ length: 20 }, (_, call) => instances[call % 2]?.spend(token('once'))),
  )
  expect(spent.filter(Boolean)).toHaveLength(1)
  expect(instances.map((instance) => instance.isKnown(token('once')))).toEqual([true, true])
  expect(instances[0]?.isKnown(token('other'))).toBe(false)
  expect(await createSpentTokens(database).spend(token('once'))).toBe(false)
  expect(await createSpentTokens(database).spend(token('other'))).toBe(true)
})

test('forgets tokens that the verifier rejects by their age', async () => {
  const spentTokens = createSpentTokens(database)
  await spentTokens.spend(token('expired', NOON - 1))
  await spentTokens.spend(token('valid', NOON))
  await spentTokens.deleteExpired(NOON)
  const rows = await database.query(
    statement('SELECT digest FROM spent_id_token WHERE expires <= $1', { digest: column.bytes }),
    [new Date(NOON)],
  )
  expect(rows.map(({ digest }) => Buffer.from(digest))).toContainEqual(token('valid').digest)
  expect(rows.map(({ digest }) => Buffer.from(digest))).not.toContainEqual(token('expired').digest)
})
