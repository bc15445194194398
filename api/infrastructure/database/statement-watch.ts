import type { SqlDriverAdapterFactory, SqlQueryable } from '@prisma/driver-adapter-utils'
import type { Sql } from './sql.ts'

/** Runs a statement; `text` is as it was written, with its values bound beside it. */
export type StatementWatch = <T>(text: string, run: () => Promise<T>) => Promise<T>

/** Lets somebody look on while statements run. Until then it costs a comparison. */
export interface WatchedStatements {
  run: StatementWatch
  /** From now on every statement runs through `watch`. */
  watchStatements(watch: StatementWatch): void
}

export function createWatchedStatements(): WatchedStatements {
  let watch: StatementWatch | null = null
  return {
    run: (text, run) => (watch === null ? run() : watch(text, run)),
    watchStatements: (own) => {
      watch = own
    },
  }
}

/** The same SQL, looked at. */
export function watchedSql(sql: Sql, run: StatementWatch): Sql {
  return {
    query: (statement, values) => run(statement.text, () => sql.query(statement, values)),
    script: (text) => run(text, () => sql.script(text)),
  }
}

function watchQueries(queries: SqlQueryable, run: StatementWatch): void {
  const queryRaw = queries.queryRaw.bind(queries)
  const executeRaw = queries.executeRaw.bind(queries)
  queries.queryRaw = (query) => run(query.sql, () => queryRaw(query))
  queries.executeRaw = (query) => run(query.sql, () => executeRaw(query))
}

/** Lets the statements that Prisma writes be looked at as well. */
export function watchedAdapter(
  factory: SqlDriverAdapterFactory,
  run: StatementWatch,
): SqlDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    async connect() {
      const adapter = await factory.connect()
      watchQueries(adapter, run)
      const startTransaction = adapter.startTransaction.bind(adapter)
      adapter.startTransaction = async (level) => {
        const transaction = await startTransaction(level)
        watchQueries(transaction, run)
        return transaction
      }
      return adapter
    },
  }
}
