import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { isDatabaseAway } from '#api/infrastructure/http/database-away.ts'
import { createLog } from '#api/infrastructure/log.ts'
import {
  createTestDatabase,
  openTestDatabase,
  testServerUrl,
} from '#tests/support/test-database.ts'
import { connectionsAtMost, warnOfConnections } from './connection-room.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'

let database: Database

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** What a server of so many processes, each with so many connections, writes to its log. */
async function warnings(processes: number, databaseConnections: number): Promise<unknown[]> {
  const lines: unknown[] = []
  const log = createLog('warn', { write: (line: string) => lines.push(JSON.parse(line)) })
  await warnOfConnections(database, { processes, databaseConnections }, log)
  return lines
}

test('each process takes two beside its pool, and several are one more while they are renewed', () => {
  expect(connectionsAtMost({ processes: 1, databaseConnections: 20 })).toBe(22)
  expect(connectionsAtMost({ processes: 4, databaseConnections: 8 })).toBe(50)
})

if (testServerUrl === null) {
  test('the embedded database has no connections to run out of', async () => {
    expect(await warnings(64, 10_000)).toEqual([])
  })
} else {
  const serverUrl = testServerUrl

  test('more than the server has are warned of, one fewer is not', async () => {
    const [row] = await database.query<{ all: number; kept: number }>(
      `SELECT current_setting('max_connections')::int AS all,
         current_setting('superuser_reserved_connections')::int AS kept`,
    )
    const there = (row?.all ?? 0) - (row?.kept ?? 0)
    expect(await warnings(1, there - 2)).toEqual([])
    expect(await warnings(1, there - 1)).toMatchObject([{ wanted: there + 1, there }])
  })

  describe('a pool whose connections are all taken', () => {
    test('fails what waits as a database that is away, after five seconds, and works again', async () => {
      const { url, drop } = await createTestDatabase(serverUrl)
      const small = openPostgres({ url, connections: 1, onConnectionError: () => {} })
      const fate = (work: Promise<unknown>) => work.then(() => 'done', isDatabaseAway)
      const begin = performance.now()
      await small.transaction(async () => {
        const waiting = [small.query('SELECT 1'), small.prisma.$queryRawUnsafe('SELECT 1')]
        expect(await Promise.all([...waiting, small.ping()].map(fate))).toEqual([true, true, true])
      })
      expect(performance.now() - begin).toBeLessThan(15_000)
      expect(await Promise.all([small.ping(), small.query('SELECT 1')].map(fate))).toEqual([
        'done',
        'done',
      ])
      await small.close()
      await drop()
    }, 30_000)
  })
}
