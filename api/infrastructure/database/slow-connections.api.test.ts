import { expect, test } from 'bun:test'
import type pg from 'pg'
import { eventually, within } from '#tests/support/eventually.ts'
import { startSlowProxy } from '#tests/support/slow-proxy.ts'
import { createTestDatabase, testServerUrl } from '#tests/support/test-database.ts'
import { ConnectionPool } from './connection-pool.ts'

const TIMEOUT_MS = 500
const NO_LIMITS = { statementTimeoutMs: undefined, transactionIdleMs: 0 }

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
