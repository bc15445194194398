import type { Database } from '#api/infrastructure/database/database.ts'
import type { SqlValue } from '#api/infrastructure/database/sql.ts'

/** A recorded statement with its values. */
export interface Statement {
  text: string
  values: readonly SqlValue[]
}

/** Records the statements of `work`, so that the baseline runs the stores' SQL. */
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

/** A value as SQL. Instants are numbers: pgbench parses colons as variables. */
function literal(value: SqlValue): string {
  if (value === null) return 'NULL'
  if (value instanceof Date) return `to_timestamp(${value.getTime() / 1000})`
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

/** Statements as a pgbench script; the value `variable.value` becomes a variable of each run. */
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
