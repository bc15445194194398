import type { Database } from '#api/infrastructure/database/database.ts'
import { openPglite } from '#api/infrastructure/database/pglite.ts'
import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'

/**
 * Number of databases to hold for the next test: each takes about 150 MB. None outside the test runner, which
 * alone exits while a database is open.
 */
const MAX_IDLE = process.env.NODE_ENV === 'test' ? 2 : 0

/** An embedded database with what has to be as at its opening before another test gets it. */
interface Instance {
  database: Database
  tables: string[]
  schema: string
  metadata: string
}

/** Databases that no test uses now. */
const idle: Instance[] = []

const TABLES = statement(
  `SELECT string_agg(quote_ident(relname), ',' ORDER BY oid) AS value FROM pg_class
   WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> '_prisma_migrations'`,
  { value: column.text },
)

/** Columns, indexes, triggers, functions and migrations, without the storage that TRUNCATE replaces. */
const SCHEMA = statement(
  `SELECT md5(concat(
     (SELECT string_agg(concat(attrelid, attname, atttypid, attnotnull), ',' ORDER BY attrelid, attnum)
      FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE relnamespace = 'public'::regnamespace),
     (SELECT string_agg(concat(oid, tgenabled), ',' ORDER BY oid) FROM pg_trigger),
     (SELECT string_agg(concat(oid, xmin), ',' ORDER BY oid) FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace),
     (SELECT string_agg(migration_name, ',' ORDER BY migration_name) FROM _prisma_migrations)
   )) AS value`,
  { value: column.text },
)

const METADATA = statement(
  `SELECT coalesce(json_agg(app_metadata), '[]')::text AS value FROM app_metadata`,
  { value: column.text },
)

async function read(sql: Sql, query: typeof SCHEMA): Promise<string> {
  const [row] = await sql.query(query)
  return row?.value ?? ''
}

async function create(image: Blob): Promise<Instance> {
  const database = await openPglite({ image })
  return {
    database,
    tables: (await read(database, TABLES)).split(','),
    schema: await read(database, SCHEMA),
    metadata: await read(database, METADATA),
  }
}

/** Empties all tables and restarts their ids. @returns false if a test changed the schema */
async function reset({ database, tables, schema, metadata }: Instance): Promise<boolean> {
  if ((await read(database, SCHEMA)) !== schema) return false
  await database.script('DISCARD ALL')
  await database.script(`TRUNCATE ${tables.join(', ')} RESTART IDENTITY`)
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
 * Opens a migrated, empty embedded database in memory, from `image` or one that another test of this
 * process has closed: emptying takes a tenth of opening.
 */
export async function openEmbeddedDatabase(image: () => Promise<Blob>): Promise<Database> {
  const instance = (await reuse()) ?? (await create(await image()))
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
