import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import type { SqlValue, Statement } from '#api/infrastructure/database/sql.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { eventually, within } from '#tests/support/eventually.ts'
import { fakeMarket, roundFixture } from '#tests/support/round-fixture.ts'
import { withoutClose } from '#tests/support/shared-database.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { startTestServer } from '#tests/support/test-server.ts'

const THURSDAY = Date.parse('2026-11-19T00:00:00Z')
const AFTER_TARGET = '2026-11-26T00:00:03.000Z'

let database: Database
const ledger = { begun: Promise.withResolvers<void>(), release: Promise.withResolvers<void>() }

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => {
  ledger.release.resolve()
  await database.close()
})

/** The database, whose ledger batches wait until the test releases them. */
const blocked = (): Database => ({
  ...withoutClose(database),
  async query<Row>(sent: Statement<Row>, values?: readonly SqlValue[]) {
    if (sent.text.includes('INSERT INTO ledger')) {
      ledger.begun.resolve()
      await ledger.release.promise
    }
    return database.query(sent, values)
  },
})

test('listens and takes votes while a settlement is in progress, and awaits its batch at a stop', async () => {
  const { store, user, vote } = roundFixture(database, fakeMarket(THURSDAY))
  await store.open([THURSDAY])
  await vote({ refDate: THURSDAY, userId: await user(), choice: 'up' })

  const starting = startTestServer({ now: AFTER_TARGET, database: blocked(), isBusy: true })
  await ledger.begun.promise
  const server = await within(starting, 'the server listens')
  for (const path of ['/livez', '/readyz']) {
    expect((await fetch(server.url + path)).status).toBe(200)
  }
  const { target2 } = await server.api.get(VoteSummary, '/vote/summary')
  expect(target2.refPrice).not.toBeNull()

  let isStopped = false
  const stopping = server.stop().then(() => {
    isStopped = true
  })
  const isClosed = () =>
    fetch(`${server.url}/livez`).then(
      () => false,
      () => true,
    )
  await eventually(isClosed, { what: 'the port is closed' })
  expect(isStopped).toBe(false)
  expect((await store.byRefDate(THURSDAY))?.settledAt).toBeNull()
  ledger.release.resolve()
  await stopping
  expect((await store.byRefDate(THURSDAY))?.settledAt).toBe(Date.parse(AFTER_TARGET))
})
