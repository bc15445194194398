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

/**
 * Maximum wait for a lock (ms): behind a migration that waits for a long transaction (a report, a backup),
 * every other statement on that table waits too.
 */
const LOCK_TIMEOUT_MS = 5_000

/** A table was locked by another transaction for too long; nothing was changed. */
export class MigrationBlocked extends Error {
  constructor(cause: Error) {
    super(
      'The database was not migrated, and nothing was changed: another transaction uses ' +
        'a table. Try again when it has ended; pg_stat_activity lists it.',
      { cause },
    )
  }
}

/** SQLSTATE of a lock that was not available in time. */
const isLockTimeout = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === '55P03'

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

const HAS_HISTORY = statement("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found", {
  found: column.boolean,
})

/** Those of `migrations`, all of this version, that a database does not have. @throws MigrationMismatch */
async function findMissing(sql: Sql, migrations: Migration[]): Promise<Migration[]> {
  const [history] = await sql.query(HAS_HISTORY)
  const applied = history?.found ? await sql.query(APPLIED) : []
  checkHistory('The database', applied, migrations)
  const done = new Set(applied.map((row) => row.migration_name))
  return migrations.filter(({ name }) => !done.has(name))
}

/**
 * The names of the migrations that a database does not have, oldest first.
 * @throws MigrationMismatch
 */
export async function missingMigrations(database: Sql): Promise<string[]> {
  const missing = await findMissing(database, readMigrations())
  return missing.map(({ name }) => name)
}

/**
 * Applies the missing migrations (at most the first `upTo`, for tests of an upgrade) and installs the
 * triggers, in one transaction under a lock. @returns the names of the migrations applied
 * @throws MigrationMismatch, MigrationBlocked
 */
export async function migrate(
  database: Database,
  upTo = Number.POSITIVE_INFINITY,
  lockTimeoutMs = LOCK_TIMEOUT_MS,
): Promise<string[]> {
  const all = readMigrations()
  const wanted = new Set(all.slice(0, upTo))
  const work = async (sql: Sql) => {
    // The wait for another process that migrates has no limit.
    await sql.query(statement('SELECT pg_advisory_xact_lock(727001)'))
    await sql.script(`SET LOCAL lock_timeout = ${lockTimeoutMs}`)
    await sql.script(HISTORY)
    const missing = (await findMissing(sql, all)).filter((migration) => wanted.has(migration))
    for (const migration of missing) await apply(sql, migration)
    // The triggers belong to the newest tables.
    if (upTo >= all.length) await installTriggers(sql, missing.length > 0)
    return missing.map((migration) => migration.name)
  }
  try {
    return await database.transaction(work, { isLong: true })
  } catch (error) {
    throw isLockTimeout(error) ? new MigrationBlocked(error) : error
  }
}
