import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'

/** A table with its columns in order. */
interface TableShape {
  name: string
  columns: string[]
}

/** All tables of the current schema. */
export async function tableShapes(database: Database): Promise<TableShape[]> {
  const rows = await database.query(
    statement(
      `SELECT table_name::text AS name,
       string_agg(quote_ident(column_name), ',' ORDER BY ordinal_position) AS columns
     FROM information_schema.columns WHERE table_schema = 'public' GROUP BY 1 ORDER BY 1`,
      { name: column.text, columns: column.text },
    ),
  )
  return rows.map(({ name, columns }) => ({ name, columns: columns.split(',') }))
}

/**
 * All rows of all tables as text in a stable order, for comparison. `shapes` limits it to those tables
 * and columns, because a later version may have more.
 */
export async function databaseImage(
  database: Database,
  shapes?: readonly TableShape[],
): Promise<Record<string, string[]>> {
  const image: Record<string, string[]> = {}
  for (const { name, columns } of shapes ?? (await tableShapes(database))) {
    const rows = await database.query(
      statement(
        `SELECT line FROM (SELECT ROW(${columns.join(', ')})::text AS line FROM "${name}") lines
       ORDER BY line COLLATE "C"`,
        { line: column.text },
      ),
    )
    image[name] = rows.map(({ line }) => line)
  }
  return image
}
