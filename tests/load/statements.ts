import type { Database } from '#api/infrastructure/database/database.ts'
import type { SqlValue } from '#api/infrastructure/database/sql.ts'

/** A statement as a store sends it. */
export interface Statement {
  text: string
  values: readonly SqlValue[]
}

/** What `work` sends to the database, so that an anchor runs the very texts of the stores. */
export async function recordStatements(
  database: Database,
  work: (database: Database) => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = []
  await work({
    ...database,
    query: (statement, values = []) => {
      statements.push({ text: statement.text, values })
      return database.query(statement, values)
    },
  })
  return statements
}

/** A value as SQL. Instants go as numbers: pgbench takes the colons of a time for variables. */
function literal(value: SqlValue): string {
  if (value === null) return 'NULL'
  if (value instanceof Date) return `to_timestamp(${value.getTime() / 1000})`
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

/**
 * Statements as a script of pgbench. The value `variable.value` becomes the variable, so that each
 * run of the script has its own.
 */
export function pgbenchScript(
  statements: readonly Statement[],
  variable: { name: string; value: SqlValue },
): string {
  return statements
    .map(({ text, values }) =>
      text.replace(/\$(\d+)/g, (_, place) => {
        const value = values[Number(place) - 1] ?? null
        return value === variable.value ? `:${variable.name}` : literal(value)
      }),
    )
    .map((text) => `${text.replace(/\s+/g, ' ')};`)
    .join('\n')
}
