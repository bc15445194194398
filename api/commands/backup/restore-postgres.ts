import { CommandError } from '#api/commands/parts.ts'
import type { DatabaseConfig } from '#api/infrastructure/database/open.ts'
import { openDatabase } from '#api/infrastructure/database/open.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { checkRestored, type RestoredState } from './check-restored.ts'
import { checkDumpHistory } from './dump-history.ts'
import { toolAddress } from './postgres-address.ts'
import { findTool, runTool, startTool } from './postgres-tools.ts'

/** Everything in the schema that is not part of an extension, so that grants on it stay. */
const EMPTY_SCHEMA = `DO $$
DECLARE
  statement text;
  -- All names are read before the first drop: a dropped table has none any more.
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

async function holdsTables(config: DatabaseConfig, log: Log): Promise<boolean> {
  const database = await openDatabase(config, log)
  const rows = await database
    .query(statement("SELECT 1 FROM pg_tables WHERE schemaname = 'public' LIMIT 1"))
    .finally(() => database.close())
  return rows.length > 0
}

/**
 * Empties the schema and fills it from the dump, all in one transaction. The end of the input is what
 * commits, so it is given only when the whole dump was read; else psql is ended and all stays.
 */
async function replaceContent(file: string, databaseUrl: string): Promise<void> {
  const { url, env } = toolAddress(databaseUrl)
  const quiet = ['--no-psqlrc', '--quiet', '--no-password', '--set=ON_ERROR_STOP=1']
  const whole = ['--single-transaction', `--command=${EMPTY_SCHEMA}`, '--file=-']
  // A request that holds a lock must not make the restore wait for ever.
  const patient = { ...env, PGOPTIONS: '-c lock_timeout=10s -c client_min_messages=warning' }
  const writer = startTool('psql', [...quiet, ...whole, `--dbname=${url}`], patient, {
    stdin: 'pipe',
  })
  const reader = startTool('pg_restore', ['--no-owner', '--no-privileges', '--file=-', file], env, {
    stdout: 'pipe',
  })
  const { stdin } = writer.child
  let writerLeft = false
  stdin?.on('error', () => {
    writerLeft = true
    reader.child.kill()
  })
  if (stdin) reader.child.stdout?.pipe(stdin, { end: false })
  reader.done.then(
    () => stdin?.end(),
    () => writer.child.kill(),
  )
  const [read, wrote] = await Promise.allSettled([reader.done, writer.done])
  // The one that failed first tells why; the other was only ended for it.
  if (read.status === 'rejected' && !writerLeft) throw read.reason
  if (wrote.status === 'rejected') throw wrote.reason
}

/**
 * Restores a PostgreSQL database from a dump in custom format. Throws a CommandError when it is not
 * empty and `force` is not given, when the dump is damaged or the tools are missing, and then
 * nothing has changed.
 */
export async function restorePostgres(
  file: string,
  config: DatabaseConfig & { databaseUrl: string },
  force: boolean,
  log: Log,
): Promise<RestoredState> {
  findTool('psql')
  const { env } = toolAddress(config.databaseUrl)
  // Reads the dump to its end without a database, so that a damaged one is noticed before.
  await runTool('pg_restore', ['--file=-', file], env)
  await checkDumpHistory(file, env)
  if (!force && (await holdsTables(config, log))) {
    throw new CommandError('The database is not empty; --force replaces what is in it.')
  }
  await replaceContent(file, config.databaseUrl)
  const database = await openDatabase(config, log)
  return checkRestored(database).finally(() => database.close())
}
