import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'

/**
 * Runs `insert` (fills `table`) and `count` (sets its counters) in one transaction without triggers and
 * key checks, then builds the indexes; ten million rows take minutes. Needs a superuser of a throw-away
 * server. Nothing checks the statements.
 */
export async function bulkInsert(
  database: Database,
  table: 'vote' | 'post',
  insert: string,
  count: string,
): Promise<void> {
  await database.transaction(async (sql) => {
    // The primary key stays: inserts append to it.
    const indexes = await sql.query(
      statement(
        `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS made
       FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       WHERE i.indrelid = $1::text::regclass AND NOT i.indisprimary`,
        { name: column.text, made: column.text },
      ),
      [table],
    )
    await sql.script(`SET LOCAL maintenance_work_mem = '512MB'; SET LOCAL work_mem = '128MB'`)
    await sql.script(`ALTER TABLE ${table} DISABLE TRIGGER ALL`)
    for (const { name } of indexes) await sql.script(`DROP INDEX "${name}"`)
    await sql.script(insert)
    for (const { made } of indexes) await sql.script(made)
    await sql.script(count)
    await sql.script(`ALTER TABLE ${table} ENABLE TRIGGER ALL`)
  })
}
