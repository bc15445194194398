import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { freePort } from '#build/setup/free-port.mjs'
import { eventually } from '#tests/support/eventually.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createTestDatabase, testServerUrl } from '#tests/support/test-database.ts'
import { type Clock, systemClock } from './clock.ts'
import { openPostgres } from './database/postgres.ts'
import { statement } from './database/sql.ts'
import { createJobLock, createSoleJobLock, type JobLock } from './job-lock.ts'
import { createLog } from './log.ts'

const log = createLog('silent')

test('a sole instance always holds the lock', async () => {
  const lock = createSoleJobLock()
  await lock.start()
  expect(lock.isHeld()).toBe(true)
})

test('start resolves without the lock while the database is unreachable', async () => {
  const url = `postgresql://nobody@127.0.0.1:${await freePort()}/none`
  const lock = createJobLock({ url, clock: testClock(0), log })
  await lock.start()
  expect(lock.isHeld()).toBe(false)
  await lock.stop()
})

const serverUrl = testServerUrl
if (serverUrl !== null) {
  let url = ''
  let drop = async () => {}
  let database: Database
  let locks: JobLock[] = []

  beforeAll(async () => {
    ;({ url, drop } = await createTestDatabase(serverUrl))
    database = openPostgres({ url, connections: 1, onConnectionError: () => {} })
  })
  afterEach(async () => {
    for (const lock of locks) await lock.stop()
    locks = []
  })
  afterAll(async () => {
    await database.close()
    await drop()
  })

  const start = async (clock: Clock) => {
    const lock = createJobLock({ url, clock, log })
    const changes: boolean[] = []
    lock.onChange((isHeld) => changes.push(isHeld))
    locks.push(lock)
    await lock.start()
    return { lock, changes }
  }

  test('one of two instances holds the lock; the other takes it when the first stops', async () => {
    const clock = testClock(0)
    const [first, second] = [await start(clock), await start(clock)]
    clock.advance(10_000)
    expect([first.lock.isHeld(), second.lock.isHeld()]).toEqual([true, false])
    await first.lock.stop()
    expect(first.lock.isHeld()).toBe(false)
    await eventually(() => second.lock.isHeld(), { step: () => clock.advance(100) })
    expect([first.changes, second.changes]).toEqual([[true, false], [true]])
  })

  test('an instance loses the lock with its connection and tries again', async () => {
    const clock = testClock(0)
    const { lock, changes } = await start(clock)
    expect(lock.isHeld()).toBe(true)
    await database.query(
      statement(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'tidemark-job-lock' AND datname = current_database()`,
      ),
    )
    await eventually(() => !lock.isHeld())
    await eventually(() => lock.isHeld(), { step: () => clock.advance(100) })
    expect(changes).toEqual([true, false, true])
  })

  test('another instance takes the lock of a hung owner within 10 s', async () => {
    // A clock that stands still stops the confirmations, as a process that hangs does.
    const hung = await start(testClock(0))
    const begin = performance.now()
    const next = await start(systemClock)
    expect([hung.lock.isHeld(), next.lock.isHeld()]).toEqual([true, false])
    await eventually(() => next.lock.isHeld())
    expect(performance.now() - begin).toBeLessThan(10_000)
    await eventually(() => !hung.lock.isHeld())
    expect(hung.changes).toEqual([true, false])
  })
}
