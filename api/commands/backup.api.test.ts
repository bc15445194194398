import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { statement } from '#api/infrastructure/database/sql.ts'
import { type CommandFixture, createCommandFixture } from '#tests/support/command-fixture.ts'
import { databaseImage } from '#tests/support/database-image.ts'
import { insertRows } from '#tests/support/table-rows.ts'
import { verifyCounters } from './backup/verify-counters.ts'

let source: CommandFixture
let backup: string
let before: Record<string, string[]>

async function imageOf(fixture: CommandFixture) {
  const database = await fixture.open()
  return databaseImage(database).finally(() => database.close())
}

/** Runs `work` with an empty database and folder. */
async function elsewhere(work: (fixture: CommandFixture) => Promise<void>): Promise<void> {
  const fixture = await createCommandFixture({ isConfigured: true })
  await work(fixture).finally(() => fixture.dispose())
}

const ADDED_POST = statement(
  `INSERT INTO post (board, user_id, title, content, created)
   SELECT 'frees', min(id), 'after the backup', '<p>after the backup</p>', now() FROM user_account`,
)

/** Inserts rows into every table. @returns all rows */
async function fill(fixture: CommandFixture) {
  const database = await fixture.open()
  await insertRows(database, Object.keys(await databaseImage(database)))
  return databaseImage(database).finally(() => database.close())
}

beforeAll(async () => {
  source = await createCommandFixture({ isConfigured: true })
  backup = join(source.folder, 'tidemark.backup')
  before = await fill(source)
  // An empty table would prove nothing.
  expect(Object.keys(before).filter((table) => before[table]?.length === 0)).toEqual([])
  expect(await source.run('backup', backup)).toMatchObject({ code: 0, errors: '' })
})

afterAll(() => source.dispose())

describe('a backup', () => {
  test('is a single file readable by its owner only, without temporary files beside it', () => {
    expect(statSync(backup).mode & 0o777).toBe(0o600)
    expect(readdirSync(source.folder).filter((name) => name.includes('partial'))).toEqual([])
  })

  test('never overwrites a file without --force', async () => {
    const file = join(source.folder, 'precious')
    writeFileSync(file, 'precious')
    const { code, errors } = await source.run('backup', file)
    expect([code, errors]).toEqual([1, `${file} is there already; --force overwrites it.`])
    expect(readFileSync(file, 'utf8')).toBe('precious')
    expect((await source.run('backup', '--force', file)).code).toBe(0)
    expect(statSync(file).size).toBeGreaterThan(20_000)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('leaves no file when it fails', () =>
    elsewhere(async (fixture) => {
      const [held, file] = [await fixture.open(), join(fixture.folder, 'out')]
      const { code, errors } = await fixture.run('backup', file)
      await held.close()
      if (fixture.config.databaseUrl !== null) expect(code).toBe(0)
      else {
        expect(code).toBe(1)
        expect(errors).toContain('is in use by process')
        expect(readdirSync(fixture.folder)).toEqual(['data'])
      }
    }))

  test.each([[[]], [['a', 'b']], [['--force']], [['--all', 'a']]])(
    'prints its usage when given %j',
    async (args) => {
      for (const command of ['backup', 'restore']) {
        const { code, errors } = await source.run(command, ...args)
        expect([code, errors]).toEqual([2, `Usage: npm run ${command} -- FILE [--force]`])
      }
    },
  )
})

describe('a restore', () => {
  test('restores every row into an empty database, with working counters', () =>
    elsewhere(async (fixture) => {
      const { code, output } = await fixture.run('restore', backup)
      expect(code).toBe(0)
      expect(output).toContain('Every counter equals its rows.')
      const database = await fixture.open()
      expect(await databaseImage(database)).toEqual(before)
      await database.query(ADDED_POST)
      const differences = await verifyCounters(database).finally(() => database.close())
      expect(differences).toEqual([])
    }))

  test('replaces an existing database only with --force, and then completely', () =>
    elsewhere(async (fixture) => {
      const changed = await fill(fixture)
      expect(changed).not.toEqual(before)
      const refused = await fixture.run('restore', backup)
      expect(refused.code).toBe(1)
      expect(refused.errors).toContain('--force replaces')
      expect(await imageOf(fixture)).toEqual(changed)
      expect((await fixture.run('restore', backup, '--force')).code).toBe(0)
      expect(await imageOf(fixture)).toEqual(before)
      if (fixture.config.databaseUrl === null) {
        expect(readdirSync(fixture.config.dataDir)).toEqual(['db'])
      }
    }))

  test('of a damaged, foreign or missing file changes nothing', async () => {
    const file = join(source.folder, 'damaged')
    const attempt = async (wanted: RegExp) => {
      const { code, errors } = await source.run('restore', file, '--force')
      expect(code).toBe(1)
      expect(errors).toMatch(wanted)
      expect(errors).not.toContain('\n')
    }
    await attempt(/^There is no file /)
    writeFileSync(file, 'a shopping list')
    await attempt(/is no backup made by this program/)
    writeFileSync(file, readFileSync(backup))
    truncateSync(file, Math.floor(statSync(backup).size * 0.9))
    await attempt(/damaged|pg_restore: error/)
    const other = source.config.databaseUrl === null ? 'PGDMP...' : '\u001f\u008b......'
    writeFileSync(file, other, 'latin1')
    await attempt(/cannot go into .*check DATABASE_URL/)
    expect(await imageOf(source)).toEqual(before)
    if (source.config.databaseUrl === null) {
      expect(readdirSync(source.config.dataDir)).toEqual(['db'])
    }
  })

  test('reports counters that differ from their rows', () =>
    elsewhere(async (fixture) => {
      const database = await fixture.open()
      await database.query(
        statement("INSERT INTO list_total (list, slot, total) VALUES ('frees', 0, 2)"),
      )
      await database.close()
      const file = join(fixture.folder, 'unsound')
      await fixture.run('backup', file)
      const { code, errors } = await fixture.run('restore', file, '--force')
      expect(code).toBe(1)
      expect(errors).toStartWith('1 counters differ from their rows:\n  list_total of frees:')
    }))

  test.each([
    [
      'of a newer version',
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name)
       VALUES ('later', 'x', now(), '29991231000000_later')`,
      'The backup was opened by a newer version of Tidemark: this version does not know its ' +
        'migration 29991231000000_later.',
    ],
    [
      'with another text of a migration',
      "UPDATE _prisma_migrations SET checksum = repeat('f', 64) WHERE migration_name ~ '_start$'",
      'The backup has migration 20261121000000_start with another text (SHA-256 ffffffffffff…) ' +
        'than any version of Tidemark: use the program that created it, or a backup.',
    ],
  ])('of a backup %s changes nothing', (_kind, change, message) =>
    elsewhere(async (fixture) => {
      const database = await fixture.open()
      await database.query(statement(change))
      await database.close()
      const file = join(fixture.folder, 'other')
      await fixture.run('backup', file)
      const { code, errors } = await source.run('restore', file, '--force')
      expect([code, errors]).toEqual([1, message])
      expect(await imageOf(source)).toEqual(before)
    }),
  )

  test('fails while the embedded database is in use', async () => {
    if (source.config.databaseUrl !== null) return
    const held = await source.open()
    const { code, errors } = await source.run('restore', backup, '--force')
    await held.close()
    expect(code).toBe(1)
    expect(errors).toContain('is in use by process')
    expect(existsSync(join(source.config.dataDir, 'db.restoring'))).toBe(false)
  })
})
