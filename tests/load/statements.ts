import type { Database } from '#api/infrastructure/database/database.ts'
import type { Sql, SqlValue } from '#api/infrastructure/database/sql.ts'

/** A recorded statement with its values. */
export interface Statement {
  text: string
  values: readonly SqlValue[]
}

/** Records the statements of `work`, those in transactions too, so that the baseline runs the stores' SQL. */
export async function recordStatements(
  database: Database,
  work: (database: Database) => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = []
  const recorded = <Connection extends Sql>(sql: Connection): Connection => ({
    ...sql,
    query: (statement, values = []) => {
      statements.push({ text: statement.text, values })
      return sql.query(statement, values)
    },
  })
  await work({
    ...recorded(database),
    transaction: (inside) => database.transaction((sql) => inside(recorded(sql))),
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
