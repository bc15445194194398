import { expect, test } from 'bun:test'
import type pg from 'pg'
import { eventually, within } from '#tests/support/eventually.ts'
import { startSlowProxy } from '#tests/support/slow-proxy.ts'
import { createTestDatabase, testServerUrl } from '#tests/support/test-database.ts'
import { ConnectionPool } from './connection-pool.ts'
import { openPostgres } from './postgres.ts'
import { statement } from './sql.ts'

const TIMEOUT_MS = 500
const NO_LIMITS = { statementTimeoutMs: undefined, transactionIdleMs: 0, onLostReply() {} }

/** Repeats `work` until it succeeds: a busy machine exceeds the limit although nothing is held up. */
const untilDone = <T>(work: () => Promise<T>): Promise<T> => work().catch(() => untilDone(work))

// PGlite has no connections.
test.skipIf(testServerUrl === null)(
  'a new connection that is not checked in time does not take a place for ever',
  async () => {
    const { url, drop } = await createTestDatabase(testServerUrl ?? '')
    const proxy = await startSlowProxy(url)
    const config = { max: 1, connectionTimeoutMillis: TIMEOUT_MS }
    const pool = new ConnectionPool(proxy.url, config, NO_LIMITS)
    const first = await within(
      untilDone<pg.PoolClient>(() => pool.connect()),
      'the first connection',
    )
    const timesOut = (query: Promise<pg.QueryResult>) => expect(query).rejects.toThrow(/timeout/)
    const waiting = pool.query({ text: 'SELECT 1' })
    proxy.hangAt('pg_is_in_recovery')
    // The waiting query gets a connection of its own.
    first.release(true)
    await timesOut(waiting)
    await eventually(proxy.isHanging, {
      step: () => timesOut(pool.query({ text: 'SELECT 1' })),
      what: 'a new connection is checked',
    })
    proxy.flow()
    const next = await within(
      untilDone<pg.QueryResult>(() => pool.query({ text: 'SELECT 1 AS one' })),
      'a place in the pool',
    )
    expect(next.rows).toEqual([{ one: 1 }])
    await pool.end()
    await proxy.stop()
    await drop()
  },
)

test.skipIf(testServerUrl === null)(
  'the lost reply of a write or a commit is reported, and that of a read is not',
  async () => {
    const { url, drop } = await createTestDatabase(testServerUrl ?? '')
    const proxy = await startSlowProxy(url)
    const database = openPostgres({
      url: proxy.url,
      connections: 1,
      onConnectionError: () => {},
      statementTimeoutMs: TIMEOUT_MS,
      // The proxy looks for texts, which a prepared statement sends once.
      hasNamedStatements: false,
    })
    let reports = 0
    database.onLostReply(() => {
      reports += 1
    })
    const read = statement('SELECT updated_at FROM sheet')
    const write = statement('INSERT INTO sheet VALUES (now())')
    const committed = () => database.transaction((sql) => sql.query(read))
    await untilDone(() =>
      database.script('CREATE TABLE IF NOT EXISTS sheet (updated_at timestamptz)'),
    )
    const reportsOf = async (text: string, work: () => Promise<unknown>) => {
      await untilDone(() => database.query(read))
      const before = reports
      proxy.hangAt(text)
      await eventually(proxy.isHanging, {
        step: () =>
          work().then(
            () => {},
            () => {},
          ),
        what: text,
      })
      proxy.flow()
      return reports - before
    }
    expect(await reportsOf('SELECT updated_at', () => database.query(read))).toBe(0)
    expect(await reportsOf('INSERT INTO', () => database.query(write))).toBeGreaterThan(0)
    expect(await reportsOf('COMMIT', committed)).toBeGreaterThan(0)
    expect(await reportsOf('BEGIN', committed)).toBe(0)
    await database.close()
    await proxy.stop()
    await drop()
  },
)
