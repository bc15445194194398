import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { openPostgres } from '#api/infrastructure/database/postgres.ts'
import { freePort } from '#build/setup/free-port.mjs'
import { cutPostgresBus } from '#tests/support/cut-bus.ts'
import { eventually } from '#tests/support/eventually.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createTestDatabase, testServerUrl } from '#tests/support/test-database.ts'
import { transportCases } from '#tests/support/transport-cases.ts'
import { createPostgresEvents } from './postgres-events.ts'

const clock = testClock('2026-11-21T02:30:00Z')
const handlers = { onMessage() {}, onDisconnect() {}, onReconnect() {} }

test('rejects the start where no PostgreSQL answers', async () => {
  const url = `postgresql://nobody@127.0.0.1:${await freePort()}/none`
  await expect(createPostgresEvents({ url, clock }).start(handlers)).rejects.toThrow()
})

// The embedded database has a single instance and no transport.
const serverUrl = testServerUrl
if (serverUrl !== null) {
  let url = ''
  let drop = async () => {}
  let database: Database

  beforeAll(async () => {
    ;({ url, drop } = await createTestDatabase(serverUrl))
    database = openPostgres({ url, connections: 1, onConnectionError: () => {} })
  })
  afterAll(async () => {
    await database.close()
    await drop()
  })

  transportCases(() => ({
    transport: () => createPostgresEvents({ url, clock, random: () => 0.5 }),
    endAll: () => cutPostgresBus(database),
    step: () => clock.advance(10),
  }))

  test('notifies at once after a pause, and then at most four times a second', async () => {
    const transport = createPostgresEvents({ url, clock })
    const messages: string[] = []
    await transport.start({ ...handlers, onMessage: (message) => messages.push(message) })
    transport.send('first')
    transport.send('of the same turn')
    await eventually(() => messages.length === 2)
    transport.send('later')
    // A message of another sender arrives after what was sent at once.
    const other = createPostgresEvents({ url, clock })
    await other.start(handlers)
    other.send('from elsewhere')
    await eventually(() => messages.length === 3)
    expect(messages.at(-1)).toBe('from elsewhere')
    clock.advance(250)
    await eventually(() => messages.at(-1) === 'later')
    await Promise.all([transport.stop(), other.stop()])
  })
}
