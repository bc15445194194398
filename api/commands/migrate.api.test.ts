import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readMigrations } from '#api/infrastructure/database/migrations.ts'
import { type CommandFixture, createCommandFixture } from '#tests/support/command-fixture.ts'

const names = readMigrations().map(({ name }) => name)
let fixture: CommandFixture

beforeAll(async () => {
  fixture = await createCommandFixture()
  const database = await fixture.open()
  await database.script('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await database.close()
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

test('migrate refuses other arguments', async () => {
  const usage = { code: 2, errors: 'Usage: npm run migrate [-- --dry-run]' }
  expect(await fixture.run('migrate', 'now')).toMatchObject(usage)
  expect(await fixture.run('migrate', '--dry-run', 'now')).toMatchObject(usage)
})
