import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { CommandError } from '#api/commands/command.ts'
import { type AppliedMigration, checkHistory } from '#api/infrastructure/database/migrations.ts'
import { type DatabaseConfig, openDirectDatabase } from '#api/infrastructure/database/open.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { findTool, runTool, startTool, toolAddress } from './postgres-tools.ts'
import { portableScript } from './restore-script.ts'
import { checkRestored, type RestoredState } from './restored-state.ts'

/** Drops the objects of the schema, but not the schema itself (with its grants) or extensions. */
const EMPTY_SCHEMA = `DO $$
DECLARE
  statement text;
-- Names are read before the first drop, because they cannot be resolved afterwards.
  statements text[] := ARRAY(
    SELECT format('DROP %s IF EXISTS %s CASCADE', kind, name) FROM (
      SELECT oid, CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW'
          WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind, oid::regclass::text AS name
        FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r','p','v','m','S')
      UNION ALL SELECT oid, 'ROUTINE', oid::regprocedure::text
        FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      UNION ALL SELECT oid, 'TYPE', oid::regtype::text
        FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e','d')
    ) own WHERE NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = own.oid AND deptype = 'e'));
BEGIN
  FOREACH statement IN ARRAY statements LOOP EXECUTE statement; END LOOP;
END $$`

/**
 * Restricts pg_restore to what the program has. A dump has all of its database, but extensions and the schemas
 * of others (of PgBouncer, of monitoring) exist already, or need a superuser.
 */
const OWN_SCHEMA = '--schema=public'

/** The migrations applied to a database that was dumped in custom format; null when it has no such table. */
async function migrationsIn(
  file: string,
  env: Record<string, string>,
): Promise<AppliedMigration[] | null> {
  const options = ['--data-only', OWN_SCHEMA, '--table=_prisma_migrations', '--file=-']
  const { child, done } = startTool('pg_restore', [...options, file], env, { stdout: 'pipe' })
  const [script] = await Promise.all([child.stdout ? text(child.stdout) : '', done])
  const copy = /^COPY \S+ \(([^)]*)\) FROM stdin;\n([\s\S]*?)^\\\.$/m.exec(script)
  if (!copy) return null
  const columns = (copy[1] ?? '').split(', ')
  const lines = (copy[2] ?? '').split('\n').filter((line) => line !== '')
  return lines
    .map((line) => line.split('\t'))
    .filter((cells) => cells[columns.indexOf('finished_at')] !== '\\N')
    .map((cells) => ({
      migration_name: cells[columns.indexOf('migration_name')] ?? '',
      checksum: cells[columns.indexOf('checksum')] ?? '',
    }))
}

async function hasTables(config: DatabaseConfig, log: Log): Promise<boolean> {
  const database = await openDirectDatabase(config, log)
  const rows = await database
    .query(statement("SELECT 1 FROM pg_tables WHERE schemaname = 'public' LIMIT 1"))
    .finally(() => database.close())
  return rows.length > 0
}

/**
 * Replaces the schema's content by the dump in one transaction. psql commits at the end of its input,
 * which ends only after the whole dump was read; on an error psql is killed and rolls back.
 */
async function replaceContent(file: string, databaseUrl: string): Promise<void> {
  const { url, env } = toolAddress(databaseUrl)
  const options = ['--no-psqlrc', '--quiet', '--no-password', '--set=ON_ERROR_STOP=1']
  // Not PGOPTIONS, which PgBouncer refuses. A lock of another client must not block the restore forever.
  const limits = "SET LOCAL lock_timeout = '10s'; SET LOCAL client_min_messages = warning"
  const steps = [`--command=${limits}`, `--command=${EMPTY_SCHEMA}`, '--file=-']
  const transaction = ['--single-transaction', ...steps]
  const writer = startTool('psql', [...options, ...transaction, `--dbname=${url}`], env, {
    stdin: 'pipe',
  })
  const dump = ['--no-owner', '--no-privileges', OWN_SCHEMA, '--file=-', file]
  const reader = startTool('pg_restore', dump, env, { stdout: 'pipe' })
  const { stdin } = writer.child
  let hasWriterFailed = false
  stdin?.on('error', () => {
    hasWriterFailed = true
    reader.child.kill()
  })
  const script = Readable.from(portableScript(reader.child.stdout ?? Readable.from([])))
  if (stdin) script.pipe(stdin, { end: false })
  Promise.all([reader.done, finished(script)]).then(
    () => stdin?.end(),
    () => writer.child.kill(),
  )
  const [read, wrote] = await Promise.allSettled([reader.done, writer.done])
  // Reports the first failure, which ended the other process.
  if (read.status === 'rejected' && !hasWriterFailed) throw read.reason
  if (wrote.status === 'rejected') throw wrote.reason
}

/**
 * Restores the schema `public` from a dump in custom format, after reading all of it and checking its
 * history. An error leaves the database unchanged, except one of the migrations that follow.
 * @throws CommandError when the database is not empty and `force` is unset, the dump is damaged or a
 * tool is missing; MigrationMismatch
 */
export async function restorePostgres(
  file: string,
  config: DatabaseConfig & { databaseDirectUrl: string },
  force: boolean,
  log: Log,
): Promise<RestoredState> {
  findTool('psql')
  const { env } = toolAddress(config.databaseDirectUrl)
  // Reads the whole dump without a database, so that a damaged one fails before anything changes.
  await runTool('pg_restore', ['--file=-', file], env)
  const applied = await migrationsIn(file, env)
  if (!applied) throw new CommandError('The backup holds no database of this program.')
  checkHistory('The backup', applied)
  if (!force && (await hasTables(config, log))) {
    throw new CommandError('The database is not empty; --force replaces what is in it.')
  }
  await replaceContent(file, config.databaseDirectUrl)
  const database = await openDirectDatabase(config, log)
  return checkRestored(database).finally(() => database.close())
}
