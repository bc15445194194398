import type { PrismaClient } from './generated/client.ts'
import type { Sql } from './sql.ts'

/**
 * The one port to storage: PostgreSQL in production, PGlite (PostgreSQL in this process) by default.
 * Stores use `prisma` for plain reads and writes and `sql` where one statement must do it all.
 */
export interface Database extends Sql {
  readonly kind: 'postgres' | 'pglite'
  readonly prisma: PrismaClient
  /** Runs `work` in one transaction; rolls back when it throws. Inside, use only the `Sql` given. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Rejects when the database cannot answer. */
  ping(): Promise<void>
  close(): Promise<void>
}
