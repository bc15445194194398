import { afterAll, beforeAll, expect, test } from 'bun:test'
import { endListeners } from '#tests/support/end-listeners.ts'
import { createTestDatabase, testServerUrl } from '#tests/support/test-database.ts'
import { transportCases } from '#tests/support/transport-cases.ts'
import type { Database } from './database.ts'
import { notifyConnector } from './notify-line.ts'
import { openPostgres } from './postgres.ts'

let url = ''
let database: Database
let drop: () => Promise<void>

test('the address is shown without who connects', () => {
  const { address } = notifyConnector('postgres://me:hunter2@db.example:5433/t?sslmode=require')
  expect(address).toBe('postgres://db.example:5433')
})

// PGlite has one process, which needs nobody to carry its words.
if (testServerUrl !== null) {
  const server = testServerUrl
  beforeAll(async () => {
    const made = await createTestDatabase(server)
    url = made.url
    drop = made.drop
    database = openPostgres({ url, connections: 1, onConnectionError: () => {} })
  })
  afterAll(async () => {
    await database.close()
    await drop()
  })

  transportCases(() => ({
    connector: () => notifyConnector(url),
    endAll: () => endListeners(database),
  }))
}
