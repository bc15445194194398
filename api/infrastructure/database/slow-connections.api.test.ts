import { expect, test } from 'bun:test'
import { connect, createServer } from 'node:net'
import type pg from 'pg'
import { createTestDatabase, testServerUrl } from '#tests/support/test-database.ts'
import { ConnectionPool } from './connection-pool.ts'

const TIMEOUT_MS = 500
/** Of the statement that asks whether the server takes writes. */
const CHECK = 'pg_is_in_recovery'

/** A way to the server on which answers can be held from the next check on. */
async function startSlowWay(target: URL) {
  let isSlow = false
  const gate = Promise.withResolvers<void>()
  const server = createServer((caller) => {
    const callee = connect(Number(target.port), target.hostname)
    let isHeld = false
    caller.on('data', (data) => {
      isHeld ||= isSlow && data.includes(CHECK)
      callee.write(data)
    })
    callee.on('data', async (data) => {
      if (isHeld) await gate.promise
      caller.write(data)
    })
    for (const [one, other] of [
      [caller, callee],
      [callee, caller],
    ] as const) {
      one.on('error', () => {})
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(target)
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return {
    url: url.href,
    holdChecks: () => {
      isSlow = true
    },
    letPass() {
      isSlow = false
      gate.resolve()
    },
    stop: () => server.close(),
  }
}

// PGlite has no connections.
if (testServerUrl !== null) {
  test('a new connection that is not checked in time does not take a place for ever', async () => {
    const { url, drop } = await createTestDatabase(testServerUrl ?? '')
    const way = await startSlowWay(new URL(url))
    const config = { max: 1, connectionTimeoutMillis: TIMEOUT_MS }
    const pool = new ConnectionPool(way.url, config, undefined)
    const first: pg.PoolClient = await pool.connect()
    const waiting = pool.query({ text: 'SELECT 1' })
    way.holdChecks()
    // The waiting query gets a connection of its own.
    first.release(true)
    await expect(waiting).rejects.toThrow(/timeout/)
    way.letPass()
    const next: pg.QueryResult = await pool.query({ text: 'SELECT 1 AS one' })
    expect(next.rows).toEqual([{ one: 1 }])
    await pool.end()
    way.stop()
    await drop()
  })
}
