import type { PrismaClient } from './generated/client.ts'
import type { Sql } from './sql.ts'

/** Connections to a PostgreSQL server. */
export interface PoolStats {
  open: number
  /** Open connections that are not in use. */
  idle: number
  /** Statements and transactions waiting for a connection. */
  waiting: number
  max: number
}

export interface TransactionOptions {
  /** A job whose statements grow with the number of people: they have no time-out. */
  isLong?: boolean
}

/**
 * Access to storage: PostgreSQL in production, PGlite (PostgreSQL in this process) by default.
 * Stores use `prisma` for ordinary reads and writes, SQL where one statement must do it all.
 */
export interface Database extends Sql {
  readonly kind: 'postgres' | 'pglite'
  readonly prisma: PrismaClient
  /**
   * Runs `work` in one transaction and rolls back when it throws. Inside, use only the given `Sql`. After
   * a deadlock or serialization failure it runs again, so it must change nothing but the database. PostgreSQL
   * ends it after a pause of 10 s between two statements.
   */
  transaction<T>(work: (sql: Sql) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Calls `listener` when the reply of a write was lost: it is in effect, will be, or is not. With synchronous
   * replication it becomes visible when a standby confirms it. Never with the embedded database.
   */
  onLostReply(listener: () => void): void
  /** Null for the embedded database, which has no pool. */
  pool(): PoolStats | null
  /** Rejects when the database does not answer or takes no writes. */
  ping(): Promise<void>
  close(): Promise<void>
}
