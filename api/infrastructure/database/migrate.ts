import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readMetadata, upsertMetadata } from './app-metadata.ts'
import type { Database } from './database.ts'
import { checkHistory, type Migration, readMigrations } from './migrations.ts'
import { column, type Sql, statement } from './sql.ts'

const FOLDER = new URL('../../../prisma/', import.meta.url)

/** Prisma's own table, so that its tools recognize a database migrated here. */
const HISTORY = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL, checksum varchar(64) NOT NULL,
  finished_at timestamptz, migration_name varchar(255) NOT NULL, logs text,
  rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0)`

/** The migrations applied to a database. */
export const APPLIED = statement(
  'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL',
  { migration_name: column.text, checksum: column.text },
)

async function apply(sql: Sql, migration: Migration): Promise<void> {
  await sql.script(migration.sql)
  await sql.query(
    statement(
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
     VALUES ($1, $2, now(), $3, 1)`,
    ),
    [randomUUID(), migration.checksum, migration.name],
  )
}

/** The metadata key of the checksum of the installed triggers. */
const TRIGGERS_KEY = 'triggers'

export const readTriggers = () => readFileSync(new URL('triggers.sql', FOLDER), 'utf8')

/** Installs the triggers when they changed: doing so blocks writes to every table for a moment. */
async function installTriggers(sql: Sql, isMigrated: boolean): Promise<void> {
  const triggers = readTriggers()
  const checksum = createHash('sha256').update(triggers).digest('hex')
  const installed = isMigrated ? null : await readMetadata(sql, TRIGGERS_KEY, (value) => value)
  if (installed === checksum) return
  await sql.script(triggers)
  await upsertMetadata(sql, TRIGGERS_KEY, checksum)
}

/**
 * Applies the missing migrations (at most the first `upTo`, for tests of an upgrade) and installs the
 * triggers, in one transaction under a lock. @returns the names of the migrations applied
 * @throws MigrationMismatch
 */
export async function migrate(
  database: Database,
  upTo = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const migrations = readMigrations().slice(0, upTo)
  return database.transaction(async (sql) => {
    await sql.query(statement('SELECT pg_advisory_xact_lock(727001)'))
    await sql.script(HISTORY)
    const applied = await sql.query(APPLIED)
    checkHistory('The database', applied)
    const done = new Set(applied.map((row) => row.migration_name))
    const missing = migrations.filter((migration) => !done.has(migration.name))
    for (const migration of missing) await apply(sql, migration)
    // The triggers belong to the newest tables.
    if (upTo >= readMigrations().length) await installTriggers(sql, missing.length > 0)
    return missing.map((migration) => migration.name)
  })
}
