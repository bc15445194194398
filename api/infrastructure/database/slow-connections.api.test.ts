import { expect, test } from 'bun:test'
import type pg from 'pg'
import { within } from '#tests/support/eventually.ts'
import { startSlowProxy } from '#tests/support/slow-proxy.ts'
import { createTestDatabase, testServerUrl } from '#tests/support/test-database.ts'
import { ConnectionPool } from './connection-pool.ts'

const TIMEOUT_MS = 500

// PGlite has no connections.
test.skipIf(testServerUrl === null)(
  'a new connection that is not checked in time does not take a place for ever',
  async () => {
    const { url, drop } = await createTestDatabase(testServerUrl ?? '')
    const proxy = await startSlowProxy(url)
    const config = { max: 1, connectionTimeoutMillis: TIMEOUT_MS }
    const pool = new ConnectionPool(proxy.url, config, undefined)
    // A busy machine may need longer than the limit for a connection that is not held up.
    const connect = async (): Promise<pg.PoolClient> => {
      try {
        return await pool.connect()
      } catch {
        return connect()
      }
    }
    const query = async (): Promise<pg.QueryResult> => {
      try {
        return await pool.query({ text: 'SELECT 1 AS one' })
      } catch {
        return query()
      }
    }
    const first = await within(connect(), 'the first connection')
    const waiting = pool.query({ text: 'SELECT 1' })
    proxy.hangAt('pg_is_in_recovery')
    // The waiting query gets a connection of its own.
    first.release(true)
    await expect(waiting).rejects.toThrow(/timeout/)
    proxy.flow()
    const next = await within(query(), 'a place in the pool')
    expect(next.rows).toEqual([{ one: 1 }])
    await pool.end()
    await proxy.stop()
    await drop()
  },
)
