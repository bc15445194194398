import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { systemClock } from '#api/infrastructure/clock.ts'
import { migrate } from '#api/infrastructure/database/migrate.ts'
import { openPostgres } from '#api/infrastructure/database/postgres.ts'
import { createJobLock } from '#api/infrastructure/job-lock.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { startPostgres } from '#build/setup/postgres.mjs'
import { VoteSummary } from '#shared/contract/summary.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openStream } from '#tests/support/stream-client.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createTestDatabase, testServerUrl } from '#tests/support/test-database.ts'
import {
  type Person,
  SATURDAY,
  startTestServer,
  type TestServer,
} from '#tests/support/test-server.ts'

// PGlite has no standbys.
describe.skipIf(testServerUrl === null)('with synchronous replication', () => {
  const clock = testClock(SATURDAY)
  const closes: (() => Promise<unknown>)[] = []
  let admin: ReturnType<typeof openPostgres>
  let here: TestServer
  let there: TestServer
  let mina: Person

  beforeAll(async () => {
    const postgres = await startPostgres()
    closes.push(postgres.stop)
    admin = openPostgres({ url: postgres.url, connections: 1, onConnectionError: () => {} })
    const { url } = await createTestDatabase(postgres.url)
    const start = async () => {
      const database = openPostgres({
        url,
        connections: 5,
        onConnectionError: () => {},
        statementTimeoutMs: 2_000,
      })
      await migrate(database)
      const jobLock = createJobLock({ url, clock: systemClock, log: createLog('silent') })
      const environment = { JWT_SECRET: 'the secret of both of the servers', DATABASE_URL: url }
      const server = await startTestServer({ environment, database, clock, jobLock })
      closes.push(server.stop)
      return server
    }
    here = await start()
    there = await start()
    mina = await here.person('Mina')
  }, 180_000)
  afterAll(async () => {
    await admin?.close()
    for (const close of closes.reverse()) await close()
  }, 60_000)

  /** Sets the standby that confirms each commit; '' for none. */
  const setStandby = (name: string) =>
    admin
      .script(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`)
      .then(() => admin.script('SELECT pg_reload_conf()'))

  test('a call whose commit waits for a lost standby appears everywhere once it is not waited for', async () => {
    const stream = await openStream(there.url)
    await stream.next('hello')
    const { target2 } = await there.api.get(VoteSummary, '/vote/summary')
    await setStandby('lost')
    const body = { targetDate: target2.targetDate, vote: 'up', content: '<p>Up.</p>' }
    expect((await mina.api.raw('POST', '/votes', { body })).status).toBe(503)
    const calls = async () => (await there.api.get(VoteSummary, '/vote/summary')).target2.votes.up
    expect(await calls()).toBe(target2.votes.up)
    await setStandby('')
    await eventually(async () => (await calls()) === target2.votes.up + 1, {
      step: () => clock.advance(5_000),
    })
    await eventually(() => stream.messages.some(({ type }) => type === 'missed'), {
      step: () => clock.advance(5_000),
    })
    stream.close()
  })
})
