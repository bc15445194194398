import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { castVote } from '#tests/support/account-world.ts'
import { newcomer, signedInAs } from '#tests/support/crowd.ts'
import { databaseImage } from '#tests/support/database-image.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const MIGRATION = new URL(
  '../../../prisma/migrations/20261123143000_count_from_ranks_from/migration.sql',
  import.meta.url,
)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('the upgrade takes votes from before ranks_from out of the sums, and nothing else', async () => {
  const { database } = server.infrastructure
  const [returned, waiting, other] = [
    await newcomer(server, 'Returned'),
    await newcomer(server, 'Waiting'),
    await newcomer(server, 'Other'),
  ]
  for (const person of [returned, waiting, other]) await castVote(server, person)
  await server.jump('2026-11-23T00:00:05.000Z')
  for (const { id } of [returned, other]) await castVote(server, await signedInAs(server, id))
  await server.jump('2026-11-30T01:00:00.000Z')
  // As before the upgrade: every vote is counted.
  await database.script(`
    UPDATE user_account SET ranks_from = '2026-11-22Z' WHERE id = ${returned.id};
    UPDATE user_account SET ranks_from = '2026-12-20Z' WHERE id = ${waiting.id}`)
  expect(await verifyCounters(database)).not.toEqual([])
  const { ledger, round } = await databaseImage(database)
  const sql = readFileSync(MIGRATION, 'utf8').replace(/^CREATE INDEX.*$/m, '')
  await database.transaction(async (transaction) => transaction.script(sql))
  expect(await verifyCounters(database)).toEqual([])
  expect(await databaseImage(database)).toMatchObject({ ledger, round })
})
