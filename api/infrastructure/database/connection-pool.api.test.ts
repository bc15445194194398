import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import pg from 'pg'
import {
  createTestDatabase,
  openTestDatabase,
  testServerUrl,
} from '#tests/support/test-database.ts'
import { isPlainSqlError } from './connection-pool.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { column, statement } from './sql.ts'

/** A database that holds one connection at most, so that its server pid tells connections apart. */
let database: Database
let close: () => Promise<void>

beforeAll(async () => {
  if (testServerUrl === null) {
    database = await openTestDatabase()
    close = () => database.close()
    return
  }
  const { url, drop } = await createTestDatabase(testServerUrl)
  database = openPostgres({ url, connections: 1, onConnectionError: () => {} })
  await migrate(database)
  close = async () => {
    await database.close()
    await drop()
  }
})
afterAll(() => close())

const pid = async () => {
  const [row] = await database.query(
    statement('SELECT pg_backend_pid() AS pid', { pid: column.int }),
  )
  return row?.pid ?? 0
}

const insert = () =>
  database.query(statement("INSERT INTO app_metadata (key, value) VALUES ('once', '1')")).then(
    () => 'stored',
    (error: Error) => error.message,
  )

describe('an error of SQL', () => {
  test('a hundred times costs no connection', async () => {
    const before = await pid()
    expect(await insert()).toBe('stored')
    const refused = await Promise.all(Array.from({ length: 100 }, insert))
    expect(new Set(refused)).toEqual(
      new Set(['duplicate key value violates unique constraint "fact_pkey"']),
    )
    expect(await pid()).toBe(before)
  })

  test('through Prisma costs none either', async () => {
    const before = await pid()
    const creates = Array.from({ length: 20 }, () =>
      database.prisma.appMetadata
        .create({ data: { key: 'once', value: 1 } })
        .catch(() => 'refused'),
    )
    expect(new Set(await Promise.all(creates))).toEqual(new Set(['refused']))
    expect(await pid()).toBe(before)
  })

  test('in a transaction rolls it back and leaves the connection good', async () => {
    const before = await pid()
    const work = database.transaction(async (sql) => {
      await sql.query(statement("INSERT INTO app_metadata (key, value) VALUES ('never', '1')"))
      await sql.query(statement("INSERT INTO app_metadata (key, value) VALUES ('once', '1')"))
    })
    await expect(work).rejects.toThrow(/duplicate key/)
    expect(
      await database.query(statement("SELECT 1 FROM app_metadata WHERE key = 'never'")),
    ).toEqual([])
    expect(await pid()).toBe(before)
  })
})

// PGlite has no connection that could break.
if (testServerUrl !== null) {
  describe('a connection that breaks', () => {
    const end = () => database.query(statement('SELECT pg_terminate_backend(pg_backend_pid())'))

    test('is replaced by a new one', async () => {
      const before = await pid()
      await expect(end()).rejects.toThrow()
      expect(await pid()).not.toBe(before)
    })

    test('or says nothing is given up at the limit; a transaction may take its time', async () => {
      const { url, drop } = await createTestDatabase(testServerUrl ?? '')
      const options = { url, connections: 1, onConnectionError: () => {}, answerLimitMs: 1_000 }
      const limited = openPostgres(options)
      const slow = limited.query(statement('SELECT pg_sleep(60)'))
      await expect(slow).rejects.toThrow('Query read timeout')
      expect(await limited.query(statement('SELECT 1 AS one'))).toEqual([{ one: 1 }])
      await limited.transaction((sql) => sql.query(statement('SELECT pg_sleep(1.5)')))
      await limited.close()
      await drop()
    })

    test('in a transaction is replaced as well', async () => {
      const before = await pid()
      const work = database.transaction((sql) =>
        sql.query(statement('SELECT pg_terminate_backend(pg_backend_pid())')),
      )
      await expect(work).rejects.toThrow()
      expect(await pid()).not.toBe(before)
    })
  })
}

test('only what the server itself refused leaves the connection good', () => {
  const refused = (code: string, severity = 'ERROR') =>
    Object.assign(new pg.DatabaseError('x', 1, 'error'), { code, severity })
  expect(isPlainSqlError(refused('23505'))).toBe(true)
  expect(isPlainSqlError(refused('40001'))).toBe(true)
  expect(isPlainSqlError(refused('57P01'))).toBe(false)
  expect(isPlainSqlError(refused('23505', 'FATAL'))).toBe(false)
  expect(isPlainSqlError(refused('XX000', 'PANIC'))).toBe(false)
  expect(isPlainSqlError(new Error('Connection terminated unexpectedly'))).toBe(false)
  expect(isPlainSqlError(new pg.DatabaseError('x', 1, 'error'))).toBe(false)
})
