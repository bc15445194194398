import type { Database } from '#api/infrastructure/database/database.ts'
import type { Sql } from '#api/infrastructure/database/sql.ts'

/**
 * The database as it is inside a transaction, for stores that speak SQL: all they do is part of it,
 * the transactions they open themselves included. Prisma must not be used on it: it works outside.
 */
export function insideTransaction(database: Database, sql: Sql): Database {
  return {
    ...database,
    query: sql.query,
    script: sql.script,
    transaction: (work) => work(sql),
  }
}
