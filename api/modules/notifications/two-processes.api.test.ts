import { afterAll, beforeAll, expect, test } from 'bun:test'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { notifyOfSecurity } from '#api/modules/notifications/create-notifications.ts'
import { castVote } from '#tests/support/account-world.ts'
import { crowd } from '#tests/support/crowd.ts'
import { eventually } from '#tests/support/eventually.ts'
import { addPushDevice } from '#tests/support/push-person.ts'
import { pushService } from '#tests/support/push-service.ts'
import {
  openSharedDatabase,
  type SharedDatabase,
  withoutClose,
} from '#tests/support/shared-database.ts'
import { testJobLock } from '#tests/support/test-job-lock.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const PEOPLE = 25
const environment = {
  JWT_SECRET: 'the same secret for both of the servers',
  PUSH_KEY: 'the same key for both of the servers',
}
const ROWS = statement(
  `SELECT (SELECT count(*)::int FROM notification) AS notifications,
    (SELECT count(*)::int FROM push_delivery) AS deliveries`,
  { notifications: column.int, deliveries: column.int },
)

const service = pushService()
let shared: SharedDatabase
let servers: TestServer[]

beforeAll(async () => {
  shared = await openSharedDatabase(2)
  servers = []
  for (const [index, holder] of shared.holders.entries()) {
    const options = { environment, database: withoutClose(holder), pushFetch: service.fetch }
    servers.push(await startTestServer({ ...options, jobLock: testJobLock(index === 0) }))
  }
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  await shared.close()
})

test('two processes that run the same jobs send each message once', async () => {
  const [first] = servers
  if (!first) throw new Error('no server')
  const endpoints: string[] = []
  for (const person of await crowd(first, PEOPLE)) {
    endpoints.push(await addPushDevice(person, service))
    await castVote(first, person)
  }
  for (const each of servers) each.clock.jump('2026-11-26T00:00:03.000Z')
  await first.services.sweeper.run()
  const jobs = servers.flatMap(({ services }) => [
    services.notifications.fanout,
    services.notifications.pusher,
  ])
  for (let round = 0; round < 4; round++) await Promise.all(jobs.map((job) => job.run()))
  const [rows] = await first.infrastructure.database.query(ROWS)
  expect(rows).toEqual({ notifications: PEOPLE, deliveries: 0 })
  expect(service.received.map(({ endpoint }) => endpoint).sort()).toEqual(endpoints.sort())
})

test('an instance without the job lock sends, too', async () => {
  const [owner, other] = servers
  if (!owner || !other) throw new Error('no server')
  const person = await owner.person('Notified')
  await addPushDevice(person, service)
  const before = service.received.length
  const notice = {
    userId: person.id,
    act: 'export',
    provider: null,
    now: owner.clock.now(),
  } as const
  await owner.infrastructure.database.transaction((sql) => notifyOfSecurity(sql, notice))
  await eventually(() => service.received.length === before + 1, {
    step: () => other.clock.advance(1000),
  })
})
