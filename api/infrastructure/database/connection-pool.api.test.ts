import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import pg from 'pg'
import {
  createTestDatabase,
  openTestDatabase,
  testServerUrl,
} from '#tests/support/test-database.ts'
import { isSqlError } from './connection-pool.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { column, type Sql, statement } from './sql.ts'

/** A pool of one connection, so that the server's pid identifies the connection. */
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

describe('an SQL error', () => {
  test('keeps the connection, a hundred times', async () => {
    const before = await pid()
    expect(await insert()).toBe('stored')
    const refused = await Promise.all(Array.from({ length: 100 }, insert))
    expect(new Set(refused)).toEqual(
      new Set(['duplicate key value violates unique constraint "app_metadata_pkey"']),
    )
    expect(await pid()).toBe(before)
  })

  test('keeps the connection through Prisma', async () => {
    const before = await pid()
    const creates = Array.from({ length: 20 }, () =>
      database.prisma.appMetadata
        .create({ data: { key: 'once', value: 1 } })
        .catch(() => 'refused'),
    )
    expect(new Set(await Promise.all(creates))).toEqual(new Set(['refused']))
    expect(await pid()).toBe(before)
  })

  test('in a transaction rolls back and keeps the connection', async () => {
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

// PGlite has no connections.
if (testServerUrl !== null) {
  describe('a broken connection', () => {
    const end = () => database.query(statement('SELECT pg_terminate_backend(pg_backend_pid())'))

    test('is replaced by a new one', async () => {
      const before = await pid()
      await expect(end()).rejects.toThrow()
      expect(await pid()).not.toBe(before)
    })

    test('or a silent one is closed at the timeout, except in a long transaction', async () => {
      const { url, drop } = await createTestDatabase(testServerUrl ?? '')
      const options = {
        url,
        connections: 1,
        onConnectionError: () => {},
        statementTimeoutMs: 1_000,
      }
      const limited = openPostgres(options)
      const slow = limited.query(statement('SELECT pg_sleep(60)'))
      await expect(slow).rejects.toThrow('Query read timeout')
      expect(await limited.query(statement('SELECT 1 AS one'))).toEqual([{ one: 1 }])
      const sleep = (sql: Sql) => sql.query(statement('SELECT pg_sleep(1.5)'))
      await expect(limited.transaction(sleep)).rejects.toThrow('Query read timeout')
      await limited.transaction(sleep, { isLong: true })
      await limited.close()
      await drop()
    })

    test('is ended after 10 s in a transaction, by a setting that ends with it', async () => {
      const columns = { pid: column.int, limit: column.text }
      const read = statement(
        `SELECT pg_backend_pid() AS pid,
          current_setting('idle_in_transaction_session_timeout') AS limit`,
        columns,
      )
      const [inside] = await database.transaction((sql) => sql.query(read))
      expect(inside?.limit).toBe('10s')
      expect(await database.query(read)).toEqual([{ pid: inside?.pid ?? 0, limit: '0' }])
    })

    test('in a transaction is replaced', async () => {
      const before = await pid()
      const work = database.transaction((sql) =>
        sql.query(statement('SELECT pg_terminate_backend(pg_backend_pid())')),
      )
      await expect(work).rejects.toThrow()
      expect(await pid()).not.toBe(before)
    })
  })
}

test('recognizes errors after which the connection is usable', () => {
  const refused = (code: string, severity = 'ERROR') =>
    Object.assign(new pg.DatabaseError('x', 1, 'error'), { code, severity })
  expect(isSqlError(refused('23505'))).toBe(true)
  expect(isSqlError(refused('40001'))).toBe(true)
  expect(isSqlError(refused('57P01'))).toBe(false)
  expect(isSqlError(refused('23505', 'FATAL'))).toBe(false)
  expect(isSqlError(refused('XX000', 'PANIC'))).toBe(false)
  expect(isSqlError(new Error('Connection terminated unexpectedly'))).toBe(false)
  expect(isSqlError(new pg.DatabaseError('x', 1, 'error'))).toBe(false)
})
