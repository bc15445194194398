import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'

/** A value that both drivers bind in the same way. Instants are Dates. */
export type SqlValue = string | number | boolean | null | Date | Uint8Array

/** A statement with `$1` parameters and a check of the rows that it returns. */
export interface Statement<Row> {
  readonly text: string
  /** @throws Error naming the first column that is not as declared */
  readRows(rows: readonly unknown[]): Row[]
}

/** The row type of declared columns. */
export type StaticColumns<Columns extends TProperties> = Static<TObject<Columns>>

/**
 * SQL on whichever database is open. Both drivers return integers as numbers, those beyond 2^53 as bigint,
 * which no column type accepts; timestamptz as Date.
 */
export interface Sql {
  query<Row>(statement: Statement<Row>, values?: readonly SqlValue[]): Promise<Row[]>
  /** Runs a script of several statements without parameters. */
  script(text: string): Promise<void>
}

/** Column types of a statement. `sum(…)` of bigint is numeric, so it needs a cast to bigint, or the check rejects it. */
export const column = {
  int: Type.Integer(),
  float: Type.Number(),
  text: Type.String(),
  boolean: Type.Boolean(),
  instant: Type.Date(),
  bytes: Type.Uint8Array(),
  json: Type.Unknown(),
  nullable: <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]),
}

/**
 * Declares a statement and the columns of its rows; without columns its rows are not read. Every row
 * is checked when it is returned, so a type that differs from the database fails the first test.
 */
export function statement(text: string): Statement<object>
export function statement<Columns extends TProperties>(
  text: string,
  columns: Columns,
): Statement<StaticColumns<Columns>>
export function statement(text: string, columns: TProperties = {}): Statement<object> {
  const schema = Type.Object(columns)
  let check: TypeCheck<typeof schema> | null = null
  return {
    text,
    readRows(rows) {
      // Compiled on first use: most statements of a process are never run.
      check ??= TypeCompiler.Compile(schema)
      const checked: object[] = []
      for (const row of rows) {
        if (!check.Check(row)) {
          const error = check.Errors(row).First()
          throw new Error(`${error?.message} at column ${error?.path} of: ${text.slice(0, 120)}`)
        }
        checked.push(row)
      }
      return checked
    },
  }
}

/** SQL: an instant as ISO 8601, UTC, with milliseconds. */
export const isoSql = (instant: string) =>
  `to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Integers as the text of an array parameter, which SQL reads by `$1::text::int[]` or `::bigint[]`. */
export const integerArray = (integers: readonly number[]): string => `{${integers.join(',')}}`
