import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eventually, eventuallyDone } from '#tests/support/eventually.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createTestDatabase, testServerUrl } from '#tests/support/test-database.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { column, type Sql, statement } from './sql.ts'
import { isDatabaseUnavailable, retryConflicts } from './temporary-faults.ts'

const CREATE = 'CREATE TABLE counter (id int PRIMARY KEY, value int NOT NULL)'
const ADD = statement('UPDATE counter SET value = value + 1 WHERE id = $1')
const READ = statement('SELECT value FROM counter ORDER BY id', { value: column.int })
const REPEATABLE = statement('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')

/** Resolves for all callers once `count` of them wait. */
function meeting(count: number): () => Promise<void> {
  const all = Promise.withResolvers<void>()
  let waiting = 0
  return () => {
    waiting += 1
    if (waiting === count) all.resolve()
    return all.promise
  }
}

test('pauses before the next attempt, and repeats no other error', async () => {
  const clock = testClock(0)
  const fail = (code: string) => () => {
    attempts += 1
    return Promise.reject(Object.assign(new Error(code), { code }))
  }
  let attempts = 0
  await expect(retryConflicts(fail('23505'), clock)).rejects.toThrow('23505')
  expect(attempts).toBe(1)
  const work = retryConflicts(fail('40P01'), clock).catch(String)
  await eventually(() => clock.pending() === 1)
  expect(attempts).toBe(2)
  await eventuallyDone(work, () => clock.advance(10))
  expect([await work, attempts]).toEqual(['Error: 40P01', 4])
})

// The embedded database runs one transaction at a time.
describe.skipIf(testServerUrl === null)('a conflict between transactions', () => {
  let database: Database
  let drop: () => Promise<void>

  beforeAll(async () => {
    const created = await createTestDatabase(testServerUrl ?? '')
    drop = created.drop
    database = openPostgres({ url: created.url, connections: 4, onConnectionError: () => {} })
    await database.script(`${CREATE}; INSERT INTO counter VALUES (1, 0), (2, 0)`)
  })
  afterAll(async () => {
    await database?.close()
    await drop?.()
  })

  test('a deadlock: both take effect once, one of them at a later attempt', async () => {
    const meet = meeting(2)
    let attempts = 0
    const add = (first: number, second: number) =>
      database.transaction(async (sql) => {
        attempts += 1
        await sql.query(ADD, [first])
        await meet()
        await sql.query(ADD, [second])
      })
    await Promise.all([add(1, 2), add(2, 1)])
    expect(attempts).toBeGreaterThanOrEqual(3)
    expect(await database.query(READ)).toEqual([{ value: 2 }, { value: 2 }])
  })

  test('a serialization failure: runs again on what the other one has written', async () => {
    let attempts = 0
    const added = await database.transaction(async (sql) => {
      attempts += 1
      await sql.query(REPEATABLE)
      const [before] = await sql.query(READ)
      if (attempts === 1) await database.query(ADD, [1])
      await sql.query(ADD, [1])
      return (before?.value ?? 0) + 1
    })
    expect([attempts, added]).toEqual([2, 4])
    expect(await database.query(READ)).toEqual([{ value: 4 }, { value: 2 }])
  })

  test('ends after three attempts as a temporary fault', async () => {
    let attempts = 0
    const work = async (sql: Sql) => {
      attempts += 1
      await sql.query(REPEATABLE)
      await sql.query(READ)
      await database.query(ADD, [2])
      await sql.query(ADD, [2])
    }
    const error: unknown = await database.transaction(work).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: '40001' })
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect(attempts).toBe(3)
    expect(await database.query(READ)).toEqual([{ value: 4 }, { value: 5 }])
  })
})
