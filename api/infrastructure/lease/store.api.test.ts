import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { openSharedDatabase, type SharedDatabase } from '#tests/support/shared-database.ts'
import type { LeaseStore } from './lease.ts'
import { createLeaseStore } from './store.ts'

const COUNT = 4
const LASTS = 60_000

let shared: SharedDatabase
/** One for each of several processes. */
let stores: LeaseStore[]
let name: string
const [a, b] = [randomUUID(), randomUUID()]

beforeAll(async () => {
  shared = await openSharedDatabase(COUNT)
  stores = shared.holders.map(createLeaseStore)
})
afterAll(() => shared.close())
beforeEach(() => {
  name = randomUUID()
})

const ask = (holder: string, lasts = LASTS, of = 0) => stores[of]?.ask(name, holder, lasts)
/** Moves its end by so many ms: time passes without waiting for it. */
const moveEnd = (by: number) =>
  shared.holders[0]?.query(
    statement(
      `UPDATE lease SET until = until + $2::int * interval '1 millisecond' WHERE name = $1`,
    ),
    [name, by],
  )

test('one has it and renews it; another has it when it has run out, in the next term', async () => {
  expect(await ask(a)).toBe(1)
  expect(await ask(b, LASTS, 1)).toBeNull()
  expect(await ask(a)).toBe(1)
  await moveEnd(-LASTS)
  expect(await ask(b, LASTS, 1)).toBe(2)
  expect(await ask(a)).toBeNull()
})

test('a holder that comes late finds it free, and begins a new term', async () => {
  expect(await ask(a)).toBe(1)
  await moveEnd(-LASTS)
  expect(await ask(a)).toBe(2)
})

test('it lasts as long as was asked for, by the clock of the database', async () => {
  await ask(a, 6000)
  const rows = await shared.holders[0]?.query(
    statement(
      'SELECT extract(epoch FROM until - now())::float8 AS left FROM lease WHERE name = $1',
      { left: column.int },
    ),
    [name],
  )
  expect(rows?.[0]?.left).toBeLessThanOrEqual(6.001)
  expect(rows?.[0]?.left).toBeGreaterThan(0)
})

test('given back it is free at once; nobody gives back what another has', async () => {
  await ask(a)
  await stores[1]?.release(name, b)
  expect(await ask(b)).toBeNull()
  await stores[0]?.release(name, a)
  expect(await ask(b)).toBe(2)
})

test('of many that ask at once exactly one gets it, time after time', async () => {
  for (let term = 1; term <= 10; term++) {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => ask(randomUUID(), LASTS, index % COUNT)),
    )
    expect(answers.filter((answer) => answer !== null)).toEqual([term])
    await moveEnd(-LASTS)
  }
})
