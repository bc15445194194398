import type { PrismaClient } from './generated/client.ts'
import type { Sql } from './sql.ts'
import type { StatementWatch } from './statement-watch.ts'

/** Connections to a PostgreSQL server. */
export interface PoolUse {
  /** Those that are open, of at most `max`. */
  open: number
  /** Of those, the ones that nobody uses. */
  idle: number
  /** Statements and transactions that wait for one. */
  waiting: number
  max: number
}

/**
 * The one port to storage: PostgreSQL in production, PGlite (PostgreSQL in this process) by default.
 * Stores use `prisma` for plain reads and writes and `sql` where one statement must do it all.
 */
export interface Database extends Sql {
  readonly kind: 'postgres' | 'pglite'
  readonly prisma: PrismaClient
  /** Runs `work` in one transaction; rolls back when it throws. Inside, use only the `Sql` given. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** From now on every statement runs through `watch`, and every transaction as `TRANSACTION`. */
  watchStatements(watch: StatementWatch): void
  /** How the connections are used; null for the embedded database, which has none. */
  pool(): PoolUse | null
  /** Rejects when the database cannot answer. */
  ping(): Promise<void>
  close(): Promise<void>
}
