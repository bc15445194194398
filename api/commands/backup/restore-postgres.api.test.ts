import { describe, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { openDirectDatabase } from '#api/infrastructure/database/open.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { type CommandFixture, createCommandFixture } from '#tests/support/command-fixture.ts'
import { databaseImage } from '#tests/support/database-image.ts'
import { insertRows } from '#tests/support/table-rows.ts'
import { createTestDatabase, testServerUrl } from '#tests/support/test-database.ts'

async function asSuperuser(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statements.join(';')).finally(() => client.end())
}

/** A database of `role`, with a fixture that connects as that role. `url` is the superuser's. */
async function createOwnedDatabase(server: string, role: string) {
  const { url, drop } = await createTestDatabase(server, `OWNER ${role}`)
  const address = new URL(url)
  address.username = role
  address.password = role
  const environment = { DATABASE_URL: address.href }
  return { url, drop, fixture: await createCommandFixture({ isConfigured: true, environment }) }
}

/** Runs `work` with two databases of a role that is no superuser; a superuser has added to the first. */
async function withOwnedDatabases(
  work: (shared: CommandFixture, empty: CommandFixture) => Promise<void>,
): Promise<void> {
  const server = testServerUrl ?? ''
  const role = `tidemark_test_${randomUUID().replaceAll('-', '')}`
  await asSuperuser(server, `CREATE ROLE ${role} LOGIN PASSWORD '${role}'`)
  const shared = await createOwnedDatabase(server, role)
  const empty = await createOwnedDatabase(server, role)
  try {
    await asSuperuser(
      shared.url,
      'CREATE EXTENSION lo SCHEMA public',
      'CREATE SCHEMA monitoring',
      'CREATE EXTENSION pg_stat_statements SCHEMA monitoring',
      'CREATE TABLE monitoring._prisma_migrations (finished_at timestamptz)',
      `GRANT USAGE ON SCHEMA monitoring TO ${role}`,
      `GRANT SELECT ON monitoring._prisma_migrations TO ${role}`,
    )
    await work(shared.fixture, empty.fixture)
  } finally {
    for (const { fixture, drop } of [shared, empty]) {
      await fixture.dispose()
      await drop()
    }
    await asSuperuser(server, `DROP ROLE ${role}`)
  }
}

async function rowsOf(fixture: CommandFixture) {
  const database = await fixture.open()
  return databaseImage(database).finally(() => database.close())
}

/** Runs one query on a database as it is, without migrating it. */
async function namesIn({ config }: CommandFixture, query: string) {
  const database = await openDirectDatabase(config, createLog('silent'))
  const rows = await database
    .query(statement(query, { name: column.text }))
    .finally(() => database.close())
  return rows.map(({ name }) => name)
}

describe.skipIf(testServerUrl === null)('a restore as the owner of a shared database', () => {
  test('leaves the extensions and schemas of a superuser as they are, and needs none', () =>
    withOwnedDatabases(async (shared, empty) => {
      const database = await shared.open()
      await insertRows(database, Object.keys(await databaseImage(database)))
      await database.close()
      const rows = await rowsOf(shared)
      const file = join(shared.folder, 'backup')
      expect(await shared.run('backup', file)).toMatchObject({ code: 0, errors: '' })
      expect(await shared.run('restore', file, '--force')).toMatchObject({ code: 0, errors: '' })
      expect(await empty.run('restore', file)).toMatchObject({ code: 0, errors: '' })
      expect([await rowsOf(shared), await rowsOf(empty)]).toEqual([rows, rows])
      const extensions = 'SELECT extname::text AS name FROM pg_extension ORDER BY 1'
      expect(await namesIn(shared, extensions)).toEqual(['lo', 'pg_stat_statements', 'plpgsql'])
      expect(await namesIn(empty, extensions)).toEqual(['plpgsql'])
    }))

  test('checks the history of the program, not that of another schema', () =>
    withOwnedDatabases(async (shared, empty) => {
      const database = await shared.open()
      const later = `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name)
        VALUES ('later', 'x', now(), '29991231000000_later')`
      await database.query(statement(later)).finally(() => database.close())
      const file = join(shared.folder, 'backup')
      await shared.run('backup', file)
      const { errors } = await empty.run('restore', file)
      expect(errors).toContain('this version does not know its migration 29991231000000_later.')
      const tables = "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public'"
      expect(await namesIn(empty, tables)).toEqual([])
    }))
})
