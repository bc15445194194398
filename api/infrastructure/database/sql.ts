/** A value that both drivers bind in the same way. Instants are Dates. */
export type SqlValue = string | number | boolean | null | Date | Uint8Array

/**
 * SQL with `$1` parameters on whichever database is open. `Row` states the shape that the statement
 * selects: plain integers as numbers, timestamptz as Date, bytea as Uint8Array.
 */
export interface Sql {
  query<Row>(text: string, values?: readonly SqlValue[]): Promise<Row[]>
  /** Runs a whole script of several statements. Takes no parameters. */
  script(text: string): Promise<void>
}
