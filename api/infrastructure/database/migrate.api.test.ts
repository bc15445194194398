import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { databaseImage } from '#tests/support/database-image.ts'
import {
  createTestDatabase,
  openBareDatabase,
  testServerUrl,
} from '#tests/support/test-database.ts'
import type { Database } from './database.ts'
import { MigrationBlocked, migrate } from './migrate.ts'
import { MigrationMismatch, readMigrations } from './migrations.ts'
import { openPostgres } from './postgres.ts'
import { column, statement } from './sql.ts'

const names = readMigrations().map(({ name }) => name)

/** Starts at once of each handle; a connection each, so that none waits for another's migration. */
const STARTS = 3

/** Several pools on one empty database; on PGlite the same one. */
let handles: Database[]
let database: Database
let close: () => Promise<void>

beforeAll(async () => {
  if (testServerUrl === null) {
    database = await openBareDatabase()
    handles = [database]
    close = () => database.close()
    return
  }
  const { url, drop } = await createTestDatabase(testServerUrl)
  handles = Array.from({ length: 4 }, () =>
    openPostgres({ url, connections: STARTS, onConnectionError: () => {} }),
  )
  const [first] = handles
  if (!first) throw new Error('there is no handle')
  database = first
  close = async () => {
    await Promise.all(handles.map((handle) => handle.close()))
    await drop()
  }
})
beforeEach(() => database.script('DROP SCHEMA public CASCADE; CREATE SCHEMA public'))
afterAll(() => close())

const tables = async () => {
  const rows = await database.query(
    statement(
      "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
      { name: column.text },
    ),
  )
  return rows.map(({ name }) => name)
}

describe('migrating', () => {
  test('applies every migration in order, and nothing the second time', async () => {
    expect(await migrate(database)).toEqual(names)
    const history = await database.query(
      statement(
        `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished,
         applied_steps_count AS steps FROM _prisma_migrations ORDER BY 1`,
      ),
    )
    expect(history).toEqual(
      readMigrations().map(({ name, checksum }) => ({ name, checksum, finished: true, steps: 1 })),
    )
    const before = await databaseImage(database)
    expect(await migrate(database)).toEqual([])
    expect(await databaseImage(database)).toEqual(before)
  })

  test('preserves rows when migrations are applied one by one', async () => {
    for (let upTo = 1; upTo <= names.length; upTo++) {
      const applied = await migrate(database, upTo)
      expect(applied).toEqual(names.slice(upTo - 1, upTo))
      if (upTo === 1) await database.script("INSERT INTO fact (key, value) VALUES ('own', '1')")
    }
    expect(await migrate(database)).toEqual([])
    expect(
      await database.query(statement("SELECT value FROM app_metadata WHERE key = 'own'")),
    ).toHaveLength(1)
  })

  test('happens once when several processes start together', async () => {
    const starts = Array.from({ length: STARTS }, () => handles).flat()
    const applied = await Promise.all(starts.map((handle) => migrate(handle)))
    expect(applied.flat()).toEqual(names)
    const rows = await database.query(statement('SELECT 1 FROM _prisma_migrations'))
    expect(rows).toHaveLength(names.length)
  })

  if (testServerUrl !== null) {
    test('neither waits for writers nor blocks them when nothing is missing', async () => {
      await migrate(database)
      const [, other = database] = handles
      await other.transaction(async (sql) => {
        await sql.query(
          statement("INSERT INTO list_total (list, slot, total) VALUES ('frees', 0, 0)"),
        )
        await sql.script('LOCK TABLE vote, post, vote_reaction, ledger IN ROW EXCLUSIVE MODE')
        expect(await migrate(database)).toEqual([])
      })
    })

    test('gives up when another transaction keeps a table, and changes nothing', async () => {
      await migrate(database, 1)
      const before = await databaseImage(database)
      const [, other = database] = handles
      await other.transaction(async (sql) => {
        await sql.script('LOCK TABLE vote IN ACCESS SHARE MODE')
        await expect(migrate(database, names.length, 10)).rejects.toThrow(MigrationBlocked)
      })
      expect(await databaseImage(database)).toEqual(before)
    })
  }

  test('installs the triggers after a migration and after they changed', async () => {
    const triggers = () =>
      database.query(statement("SELECT 1 FROM pg_trigger WHERE tgname = 'vote_added'"))
    await migrate(database, names.length - 1)
    expect(await triggers()).toEqual([])
    expect(await migrate(database)).toEqual(names.slice(-1))
    expect(await triggers()).toHaveLength(1)
    await database.script('DROP TRIGGER vote_added ON vote')
    await database.query(
      statement("UPDATE app_metadata SET value = '\"other\"' WHERE key = 'triggers'"),
    )
    expect(await migrate(database)).toEqual([])
    expect(await triggers()).toHaveLength(1)
  })

  test('rolls back on failure and works once the cause is gone', async () => {
    // Conflicts with the last table of the first migration.
    await database.script('CREATE TABLE fact (own int)')
    await expect(migrate(database)).rejects.toThrow(/already exists/)
    expect(await tables()).toEqual(['fact'])
    await database.script('DROP TABLE fact')
    expect(await migrate(database)).toEqual(names)
  })
})

describe('an incompatible database', () => {
  const change = (name: string | undefined) =>
    database.query(
      statement('UPDATE _prisma_migrations SET checksum = $2 WHERE migration_name = $1'),
      [name ?? '', 'f'.repeat(64)],
    )

  test('is refused when an applied migration was changed', async () => {
    await migrate(database)
    await change(names[0])
    await expect(migrate(database)).rejects.toThrow(MigrationMismatch)
    await expect(migrate(database)).rejects.toThrow(
      `The database has migration ${names[0]} with another text (SHA-256 ffffffffffff…) than any ` +
        'version of Tidemark: use the program that created it, or a backup.',
    )
  })

  test('of a newer version is refused and not changed, also when that version accepts other texts', async () => {
    await migrate(database)
    await change(names[0])
    await database.query(
      statement(
        `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name)
       VALUES ('x', 'y', now(), '29990101000000_later')`,
      ),
    )
    const before = await databaseImage(database)
    await expect(migrate(database)).rejects.toThrow(
      'The database was opened by a newer version of Tidemark: this version does not know its ' +
        'migration 29990101000000_later.',
    )
    expect(await databaseImage(database)).toEqual(before)
  })
})
