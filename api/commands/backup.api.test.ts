import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { readLastBackup } from '#api/infrastructure/database/last-backup.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { type CommandFixture, createCommandFixture } from '#tests/support/command-fixture.ts'
import { databaseImage } from '#tests/support/database-image.ts'
import { eventually } from '#tests/support/eventually.ts'
import { insertRows } from '#tests/support/table-rows.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { testServerUrl } from '#tests/support/test-database.ts'
import { backupName, listBackups } from './backup/backup-folder.ts'
import { verifyCounters } from './backup/verify-counters.ts'
import { backUpDaily } from './backup.ts'

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
/** The rows but the time of the last backup, which is written after it. */
const withoutTime = ({ app_metadata: facts = [], ...tables }: Record<string, string[]>) => ({
  ...tables,
  app_metadata: facts.filter((row) => !row.includes('last_backup')),
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
      const usages = {
        backup: 'FILE [--force], or FOLDER --keep NUMBER [--daily HH:MM]',
        restore: 'FILE [--force]',
      }
      for (const [command, usage] of Object.entries(usages)) {
        const { code, errors } = await source.run(command, ...args)
        expect([code, errors]).toEqual([2, `Usage: npm run ${command} -- ${usage}`])
      }
    },
  )
})

describe('backups in a folder', () => {
  test('are named by their instant, and the oldest are deleted', async () => {
    const folder = join(source.folder, 'backups')
    const old = backupName(Date.parse('2026-11-20T03:30:00Z'))
    mkdirSync(folder)
    writeFileSync(join(folder, old), '')
    expect((await source.run('backup', folder, '--keep', '2')).code).toBe(0)
    const name = backupName(Date.parse('2026-11-21T02:30:00Z'))
    expect(listBackups(folder)).toEqual([name, old])
    rmSync(join(folder, name))
    const { code, output } = await source.run('backup', folder, '--keep', '1')
    expect([code, listBackups(folder)]).toEqual([0, [name]])
    expect(output).toEndWith(`Deleted ${join(folder, old)}.`)
  })

  if (testServerUrl !== null) {
    test('are made at once when the last time was missed, then each day, and an hour after a failure', async () => {
      const folder = join(source.folder, 'daily')
      const clock = testClock('2026-11-21T02:30:00Z')
      const lines: string[] = []
      const printed = () => lines.splice(0)
      const next = async () => {
        await eventually(() => clock.pending() > 0)
        return printed()
      }
      const plan = { kind: 'folder', folder, keep: 2, daily: 210 } as const
      const print = (line: string) => lines.push(line)
      const { config } = source
      const deps = { config, clock, log: createLog('silent'), print, printError: print }
      void backUpDaily(plan, plan.daily, deps)
      expect(await next()).toEqual([expect.stringContaining('20261121T023000Z.backup (')])
      clock.set('2026-11-21T03:30:00Z')
      expect(await next()).toEqual([expect.stringContaining('20261121T033000Z.backup (')])

      rmSync(folder, { recursive: true })
      writeFileSync(folder, 'a file')
      clock.set('2026-11-22T03:30:00Z')
      expect((await next()).join()).toEndWith('The next attempt is in an hour.')
      rmSync(folder)
      mkdirSync(folder)
      clock.set('2026-11-22T04:30:00Z')
      expect(await next()).toEqual([expect.stringContaining('20261122T043000Z.backup (')])

      const database = await source.open()
      const recorded = await readLastBackup(database).finally(() => database.close())
      expect(recorded).toBe(clock.now())
    })
  }
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
    expect(withoutTime(await imageOf(source))).toEqual(withoutTime(before))
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
      expect(withoutTime(await imageOf(source))).toEqual(withoutTime(before))
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
