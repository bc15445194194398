import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { migrate } from '#api/infrastructure/database/migrate.ts'
import { databaseFolder, openDatabase } from '#api/infrastructure/database/open.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { RefreshReply } from '#shared/contract/auth.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { apiClient, claimsOf } from '#tests/support/api-client.ts'
import { createCommandFixture } from '#tests/support/command-fixture.ts'
import { databaseImage, tableShapes } from '#tests/support/database-image.ts'
import { withoutClose } from '#tests/support/shared-database.ts'
import {
  openBareDatabase,
  openEmptyDatabase,
  openTestDatabase,
} from '#tests/support/test-database.ts'
import { startTestServer } from '#tests/support/test-server.ts'
import { FIXTURES, readDump, readInstallation, SECRETS } from './fixture.ts'

/** Tables whose names no version changed. */
const PRESERVED = ['vote', 'ledger', 'post', 'session', 'vote_reaction', 'post_reaction']

/** The columns that a version had in `PRESERVED`. */
const preservedShapes = async (database: Database) =>
  (await tableShapes(database)).filter(({ name }) => PRESERVED.includes(name))

const INDEXES = statement(
  `SELECT indexdef::text AS definition FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`,
  { definition: column.text },
)
const UNSETTLED = statement(
  'SELECT id FROM round WHERE settled_at IS NULL AND target_date <= $1::timestamptz',
)
const PAID = statement('SELECT round_id FROM ledger WHERE user_id = $1', { round_id: column.int })

test.each(FIXTURES)('opens and continues a database of %s', async (commit) => {
  const fresh = await openTestDatabase()
  const indexes = await fresh.query(INDEXES).finally(() => fresh.close())
  const { at, accessToken, refreshToken } = readInstallation(commit)
  const database = await openEmptyDatabase()
  await database.script(readDump(commit))
  const shapes = await preservedShapes(database)
  const before = await databaseImage(database, shapes)
  expect(before.vote?.length).toBeGreaterThan(500)
  expect(before.ledger?.length).toBeGreaterThan(500)
  await migrate(database)
  expect(await databaseImage(database, shapes)).toEqual(before)
  expect(await verifyCounters(database)).toEqual([])
  expect(await database.query(INDEXES)).toEqual(indexes)

  const shared = withoutClose(database)
  const server = await startTestServer({ now: at, environment: SECRETS, database: shared })
  const { target2 } = await server.api.get(VoteSummary, '/vote/summary')
  const api = apiClient(server.url, accessToken)
  const vote = { targetDate: target2.targetDate, vote: 'down', content: '' }
  expect(await api.refusal('POST', '/votes', vote)).toBe('409 ALREADY_VOTED')
  const renewed = await server.api.call(RefreshReply, 'POST', '/auth/refresh-token', {
    refreshToken,
  })
  expect(claimsOf(renewed.accessToken).nickname).toBe('Ada')

  const later = new Date(Date.parse(target2.targetDate) + 60_000).toISOString()
  await server.jump(later)
  expect(await database.query(UNSETTLED, [later])).toEqual([])
  expect(await database.query(PAID, [claimsOf(accessToken).id])).toHaveLength(1)
  expect(await verifyCounters(database)).toEqual([])
  await server.stop()
  await database.close()
})

test('restores a backup of an earlier version', async () => {
  const source = await createCommandFixture({ isConfigured: true })
  const target = await createCommandFixture({ isConfigured: true })
  const file = join(source.folder, 'earlier.backup')
  const database = await (source.config.databaseUrl === null
    ? openBareDatabase(databaseFolder(source.config))
    : openDatabase(source.config, createLog('silent')))
  await database.script(readDump('292c004'))
  const shapes = await preservedShapes(database)
  const before = await databaseImage(database, shapes)
  await database.close()
  await source.run('backup', file)
  const { code, output, errors } = await target.run('restore', file)
  expect([code, errors]).toEqual([0, ''])
  expect(output).toContain('Every counter equals its rows.')
  const restored = await target.open()
  expect(await databaseImage(restored, shapes)).toEqual(before)
  await restored.close()
  await source.dispose()
  await target.dispose()
})
