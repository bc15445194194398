import { afterAll, beforeAll, expect, test } from 'bun:test'
import { migrate } from '#api/infrastructure/database/migrate.ts'
import { readMigrations } from '#api/infrastructure/database/migrations.ts'
import { type CommandFixture, createCommandFixture } from '#tests/support/command-fixture.ts'

const names = readMigrations().map(({ name }) => name)
let fixture: CommandFixture

/** Empties the database and applies the first `count` migrations. */
async function migrateTo(count: number): Promise<void> {
  const database = await fixture.open()
  await database.script('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  if (count > 0) await migrate(database, count)
  await database.close()
}

beforeAll(async () => {
  fixture = await createCommandFixture()
  await migrateTo(0)
})
afterAll(() => fixture.dispose())

test('migrate lists what is missing, applies it once and says when nothing is', async () => {
  const missing = await fixture.run('migrate', '--dry-run')
  expect(missing.output.split('\n')).toEqual([...names, `Missing: ${names.length} migrations.`])
  expect(await fixture.run('migrate', '--dry-run')).toEqual(missing)

  const applied = await fixture.run('migrate')
  expect(applied).toMatchObject({ code: 0, errors: '' })
  expect(applied.output.split('\n')).toEqual([...names, `Applied: ${names.length} migrations.`])

  const none = 'The database has every migration of this version.'
  expect(await fixture.run('migrate')).toMatchObject({ code: 0, output: none })
  expect(await fixture.run('migrate', '--dry-run')).toMatchObject({ code: 0, output: none })
})

test('an admin command of a newer version leaves the database to the older version', async () => {
  await migrateTo(names.length - 1)
  expect(await fixture.run('admin', 'list')).toEqual({
    code: 1,
    output: '',
    errors:
      'The database lacks 1 migration of this version, and nothing was changed: ' +
      "use the server's version, or run the command migrate, which takes the database forward.",
  })
  const left = await fixture.run('migrate', '--dry-run')
  expect(left.output).toBe(`${names.at(-1)}\nMissing: 1 migration.`)
  expect((await fixture.run('migrate')).output).toBe(`${names.at(-1)}\nApplied: 1 migration.`)
  expect(await fixture.run('admin', 'list')).toMatchObject({ code: 0, errors: '' })
})

test('migrate refuses other arguments', async () => {
  const usage = { code: 2, errors: 'Usage: npm run migrate [-- --dry-run]' }
  expect(await fixture.run('migrate', 'now')).toMatchObject(usage)
  expect(await fixture.run('migrate', '--dry-run', 'now')).toMatchObject(usage)
})
