import { column, type Sql, statement } from './sql.ts'

/** A name that every process on this database finds alike and no other database has. */
export async function clusterName(database: Sql): Promise<string> {
  const [row] = await database.query(
    statement(
      `SELECT concat_ws('-', system_identifier, (SELECT oid FROM pg_database
       WHERE datname = current_database())) AS name FROM pg_control_system()`,
      { name: column.text },
    ),
  )
  if (!row) throw new Error('the database does not say which it is')
  return row.name
}
