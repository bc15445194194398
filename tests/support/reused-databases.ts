import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'

/**
 * Number of databases to hold for the next test: an embedded one takes about 150 MB. None outside the test
 * runner, which alone exits while a database is open.
 */
const MAX_IDLE = process.env.NODE_ENV === 'test' ? 2 : 0

/** A database with what has to be as at its opening before another test gets it. */
interface Instance {
  database: Database
  schema: string
  metadata: string
}

/** Databases that no test uses now. */
const idle: Instance[] = []

/**
 * Columns, indexes, triggers, functions and migrations, without the storage that TRUNCATE replaces, and what
 * ANALYZE changes, also that of autovacuum: a plan would depend on the tests before it.
 */
const SCHEMA = statement(
  `SELECT md5(concat(
     (SELECT string_agg(concat(attrelid, attname, atttypid, attnotnull), ',' ORDER BY attrelid, attnum)
      FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE relnamespace = 'public'::regnamespace),
     (SELECT string_agg(concat(oid, tgenabled), ',' ORDER BY oid) FROM pg_trigger),
     (SELECT string_agg(concat(oid, xmin), ',' ORDER BY oid) FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace),
     (SELECT string_agg(concat(oid, ' ', reltuples), ',' ORDER BY oid) FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace),
     (SELECT string_agg(migration_name, ',' ORDER BY migration_name) FROM _prisma_migrations)
   )) AS value`,
  { value: column.text },
)

const METADATA = statement(
  `SELECT coalesce(json_agg(app_metadata), '[]')::text AS value FROM app_metadata`,
  { value: column.text },
)

/** All sessions, and the locks that one of them still holds. */
const IN_USE = statement(
  `SELECT
     (SELECT count(*)::int FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend') AS sessions,
     (SELECT count(*)::int FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE datname = current_database() AND locktype = 'advisory') AS locks`,
  { sessions: column.int, locks: column.int },
)

/**
 * Empties all tables and restarts their ids. Rows are deleted, because TRUNCATE writes 500 new files; but a
 * table whose deleted rows fill more than the ten pages that a plan assumes of an empty one is truncated.
 */
const EMPTY = `DO $$
  DECLARE
    tables regclass[] := ARRAY(
      SELECT oid FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> '_prisma_migrations');
    item record;
  BEGIN
    SET LOCAL session_replication_role = replica;
    IF (SELECT max(pg_relation_size(name)) FROM unnest(tables) AS name) > 10 * 8192 THEN
      EXECUTE format('TRUNCATE %s', array_to_string(tables, ','));
    ELSE
      FOR item IN SELECT unnest(tables) AS name LOOP
        EXECUTE format('DELETE FROM %s', item.name);
      END LOOP;
    END IF;
    FOR item IN SELECT seqrelid::regclass AS name, seqstart FROM pg_sequence LOOP
      PERFORM setval(item.name, item.seqstart, false);
    END LOOP;
  END $$`

async function read(sql: Sql, query: typeof SCHEMA): Promise<string> {
  const [row] = await sql.query(query)
  return row?.value ?? ''
}

async function instanceOf(database: Database): Promise<Instance> {
  return {
    database,
    schema: await read(database, SCHEMA),
    metadata: await read(database, METADATA),
  }
}

/** Whether only idle connections of its pool use the database; the embedded one has none. */
async function isUnused(database: Database): Promise<boolean> {
  const pool = database.pool()
  if (pool === null) return true
  if (pool.idle < pool.open || pool.waiting > 0) return false
  const [use] = await database.query(IN_USE)
  return use?.locks === 0 && use.sessions <= (database.pool()?.open ?? 0)
}

/** Restores the state at the opening. @returns false if a test left more than rows */
async function reset({ database, schema, metadata }: Instance): Promise<boolean> {
  if (!(await isUnused(database))) return false
  if ((await read(database, SCHEMA)) !== schema) return false
  // A connection of a pool has prepared statements that its client goes on using.
  if (database.kind === 'pglite') await database.script('DISCARD ALL')
  await database.script(EMPTY)
  await database.query(
    statement(
      'INSERT INTO app_metadata SELECT * FROM json_populate_recordset(NULL::app_metadata, $1)',
    ),
    [metadata],
  )
  return true
}

async function reuse(): Promise<Instance | null> {
  for (let instance = idle.pop(); instance; instance = idle.pop()) {
    if (await reset(instance)) return instance
    await instance.database.close()
  }
  return null
}

/**
 * Opens a migrated, empty database: one that another test of this process has closed, because emptying it
 * takes a tenth of opening a new one, or what `create` opens.
 */
export async function openReusedDatabase(create: () => Promise<Database>): Promise<Database> {
  const instance = (await reuse()) ?? (await instanceOf(await create()))
  const { database } = instance
  let isOpen = true
  const whileOpen =
    <Values extends unknown[], Result>(work: (...values: Values) => Promise<Result>) =>
    async (...values: Values) => {
      if (!isOpen) throw new Error('The database is closed.')
      return work(...values)
    }
  return {
    ...database,
    query: whileOpen(database.query),
    script: whileOpen(database.script),
    transaction: whileOpen(database.transaction),
    ping: whileOpen(database.ping),
    async close() {
      if (!isOpen) return
      isOpen = false
      if (idle.length < MAX_IDLE) idle.push(instance)
      else await database.close()
    },
  }
}
