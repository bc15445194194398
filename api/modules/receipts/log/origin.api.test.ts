import { afterEach, beforeEach, expect, test } from 'bun:test'
import { statement } from '#api/infrastructure/database/sql.ts'
import { openSharedDatabase, type SharedDatabase } from '#tests/support/shared-database.ts'
import { createLogStore } from './log-store.ts'
import { readLogOrigin } from './origin.ts'

let shared: SharedDatabase

beforeEach(async () => {
  shared = await openSharedDatabase(2)
})
afterEach(() => shared.close())

const holder = (index: number) => {
  const database = shared.holders[index % 2]
  if (!database) throw new Error('unknown instance')
  return database
}

test('the log has the name of its first start when the address changes before the first checkpoint', async () => {
  expect(await readLogOrigin(holder(0), 'https://first.example')).toBe('first.example/calls')
  expect(await readLogOrigin(holder(0), 'https://second.example')).toBe('first.example/calls')
})

test('instances that start together with two addresses give the log one name', async () => {
  const names = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      readLogOrigin(holder(index), `https://site${index % 3}.example`),
    ),
  )
  expect(new Set(names).size).toBe(1)
})

test('a log that was begun by an earlier version has the name of its checkpoint', async () => {
  await holder(0).query(
    statement(`INSERT INTO round (id, ref_date, target_date)
      VALUES (1, '2026-11-19T00:00:00Z', '2026-11-26T00:00:00Z')`),
  )
  const note = 'earlier.example/calls\n1\nroot\n\n— earlier.example/calls signature\n'
  const [root, created] = [new Uint8Array(32), Date.parse('2026-11-23T00:00:30Z')]
  const checkpoint = { size: 1, previousSize: 0, roundId: 1, root, note, created }
  expect(await createLogStore(holder(0)).add(checkpoint)).toBe(true)
  expect(await readLogOrigin(holder(0), 'https://second.example')).toBe('earlier.example/calls')
})
