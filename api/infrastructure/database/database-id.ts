import { column, type Sql, statement } from './sql.ts'

const READ = statement(
  `SELECT concat_ws('-', system_identifier, (SELECT oid FROM pg_database
     WHERE datname = current_database())) AS id FROM pg_control_system()`,
  { id: column.text },
)

/** Identifies this database among all PostgreSQL servers; every instance reads the same. */
export async function databaseId(database: Pick<Sql, 'query'>): Promise<string> {
  const [row] = await database.query(READ)
  if (!row) throw new Error('PostgreSQL returned no system identifier')
  return row.id
}
