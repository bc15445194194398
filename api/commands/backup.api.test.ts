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
import { type CommandRig, commandRig } from '#tests/support/command-rig.ts'
import { databaseImage } from '#tests/support/database-image.ts'
import { verifyCounters } from './backup/verify-counters.ts'

let source: CommandRig
let backup: string
let before: Record<string, string[]>

async function imageOf(rig: CommandRig) {
  const database = await rig.open()
  return databaseImage(database).finally(() => database.close())
}

/** Runs `work` in a place with nothing in it. */
async function elsewhere(work: (rig: CommandRig) => Promise<void>): Promise<void> {
  const rig = await commandRig()
  await work(rig).finally(() => rig.dispose())
}

async function addPost(rig: CommandRig): Promise<void> {
  const database = await rig.open()
  await database.query(
    statement(
      `INSERT INTO post (board, user_id, title, content, created)
     SELECT 'frees', min(id), 'after the backup', '<p>after the backup</p>', now()
     FROM user_account`,
    ),
  )
  await database.close()
}

beforeAll(async () => {
  source = await commandRig()
  await source.run('seed')
  backup = join(source.folder, 'tidemark.backup')
  before = await imageOf(source)
  expect(await source.run('backup', backup)).toMatchObject({ code: 0, complained: '' })
})

afterAll(() => source.dispose())

describe('a backup', () => {
  test('is one file that only its owner reads, and nothing half-written lies beside it', () => {
    expect(statSync(backup).mode & 0o777).toBe(0o600)
    expect(readdirSync(source.folder).filter((name) => name.includes('partial'))).toEqual([])
  })

  test('never overwrites a file without --force', async () => {
    const file = join(source.folder, 'precious')
    writeFileSync(file, 'precious')
    const { code, complained } = await source.run('backup', file)
    expect([code, complained]).toEqual([1, `${file} is there already; --force overwrites it.`])
    expect(readFileSync(file, 'utf8')).toBe('precious')
    expect((await source.run('backup', '--force', file)).code).toBe(0)
    expect(statSync(file).size).toBeGreaterThan(50_000)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('leaves nothing behind when it cannot be made', () =>
    elsewhere(async (rig) => {
      const [held, file] = [await rig.open(), join(rig.folder, 'out')]
      const { code, complained } = await rig.run('backup', file)
      await held.close()
      if (rig.config.databaseUrl !== null) expect(code).toBe(0)
      else {
        expect(code).toBe(1)
        expect(complained).toContain('is in use by process')
        expect(readdirSync(rig.folder)).toEqual(['data'])
      }
    }))

  test.each([[[]], [['a', 'b']], [['--force']], [['--all', 'a']]])(
    'explains itself when given %j',
    async (args) => {
      for (const command of ['backup', 'restore']) {
        const { code, complained } = await source.run(command, ...args)
        expect([code, complained]).toEqual([2, `Usage: npm run ${command} -- FILE [--force]`])
      }
    },
  )
})

describe('a restore', () => {
  test('brings every row back into an empty place, with counters that go on counting', () =>
    elsewhere(async (rig) => {
      const { code, said } = await rig.run('restore', backup)
      expect(code).toBe(0)
      expect(said).toContain('Every counter equals its rows.')
      expect(await imageOf(rig)).toEqual(before)
      await addPost(rig)
      const database = await rig.open()
      const differences = await verifyCounters(database).finally(() => database.close())
      expect(differences).toEqual([])
    }))

  test('replaces what is there only with --force, and then wholly', () =>
    elsewhere(async (rig) => {
      await rig.run('restore', backup)
      await addPost(rig)
      const changed = await imageOf(rig)
      expect(changed).not.toEqual(before)
      const refused = await rig.run('restore', backup)
      expect(refused.code).toBe(1)
      expect(refused.complained).toContain('--force replaces')
      expect(await imageOf(rig)).toEqual(changed)
      expect((await rig.run('restore', backup, '--force')).code).toBe(0)
      expect(await imageOf(rig)).toEqual(before)
      if (rig.config.databaseUrl === null) {
        expect(readdirSync(rig.config.dataDir)).toEqual(['db'])
      }
    }))

  test('of a damaged, strange or missing file changes nothing', () =>
    elsewhere(async (rig) => {
      await rig.run('restore', backup)
      await addPost(rig)
      const present = await imageOf(rig)
      const file = join(rig.folder, 'damaged')
      const attempt = async (wanted: RegExp) => {
        const { code, complained } = await rig.run('restore', file, '--force')
        expect(code).toBe(1)
        expect(complained).toMatch(wanted)
        expect(complained).not.toContain('\n')
        expect(await imageOf(rig)).toEqual(present)
      }
      await attempt(/^There is no file /)
      writeFileSync(file, 'a shopping list')
      await attempt(/is no backup made by this program/)
      writeFileSync(file, readFileSync(backup))
      truncateSync(file, Math.floor(statSync(backup).size * 0.9))
      await attempt(/damaged|pg_restore: error/)
      const other = rig.config.databaseUrl === null ? 'PGDMP...' : '\u001f\u008b......'
      writeFileSync(file, other, 'latin1')
      await attempt(/cannot go into .*check DATABASE_URL/)
      if (rig.config.databaseUrl === null) {
        expect(readdirSync(rig.config.dataDir)).toEqual(['db'])
      }
    }))

  test('tells of counters that do not equal their rows', () =>
    elsewhere(async (rig) => {
      await rig.run('restore', backup)
      const database = await rig.open()
      await database.query(
        statement("UPDATE list_total SET total = total + 2 WHERE list = 'frees'"),
      )
      await database.close()
      const file = join(rig.folder, 'unsound')
      await rig.run('backup', file)
      const { code, complained } = await rig.run('restore', file, '--force')
      expect(code).toBe(1)
      expect(complained).toStartWith('1 counters differ from their rows:\n  list_total of frees:')
    }))

  test('of a backup that a newer version made changes nothing', () =>
    elsewhere(async (rig) => {
      await rig.run('restore', backup)
      const database = await rig.open()
      await database.query(
        statement(
          `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name)
         VALUES ('later', 'x', now(), '29991231000000_later')`,
        ),
      )
      await database.close()
      const file = join(rig.folder, 'newer')
      await rig.run('backup', file)
      await rig.run('restore', backup, '--force')
      const { code, complained } = await rig.run('restore', file, '--force')
      expect(code).toBe(1)
      expect(complained).toContain('has migration 29991231000000_later, which this version does')
      expect(await imageOf(rig)).toEqual(before)
    }))

  test('refuses the embedded database while it is in use', () =>
    elsewhere(async (rig) => {
      if (rig.config.databaseUrl !== null) return
      const held = await rig.open()
      const { code, complained } = await rig.run('restore', backup, '--force')
      await held.close()
      expect(code).toBe(1)
      expect(complained).toContain('is in use by process')
      expect(existsSync(join(rig.config.dataDir, 'db.restoring'))).toBe(false)
    }))
})
