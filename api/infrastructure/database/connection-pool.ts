import pg from 'pg'

/**
 * A pool that keeps its connection after a plain SQL error. `pg.Pool.query` throws the connection
 * away on every error, so a hundred refused inserts would open a hundred connections; here only an
 * error without an SQLSTATE of the server (a broken connection) costs one.
 */
export class ConnectionPool extends pg.Pool {
  readonly #limit: { query_timeout?: number }

  /** `answerLimitMs`: a statement that is not answered by then fails, and costs its connection. */
  constructor(config: pg.PoolConfig, answerLimitMs?: number) {
    super(config)
    this.#limit = answerLimitMs === undefined ? {} : { query_timeout: answerLimitMs }
    // A connection that breaks while it is lent out tells its query, and emits an error as well, which
    // would end the process if nobody listened. The pool itself listens only to idle connections.
    this.on('connect', (client) => client.on('error', () => {}))
  }

  /** The same statement, which is not waited for longer than the limit. */
  limited(query: pg.QueryConfig): pg.QueryConfig {
    return { ...query, ...this.#limit }
  }

  // The base class has a dozen overloads; all callers here use the promise of a query object.
  override query(...args: unknown[]): never
  override async query(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = await this.connect()
    try {
      const result = await client.query(this.limited(query))
      client.release()
      return result
    } catch (error) {
      client.release(isPlainSqlError(error) ? undefined : true)
      throw error
    }
  }
}

/** Whether the server itself refused the statement and the connection is still good. */
export function isPlainSqlError(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  const fatal = error.severity === 'FATAL' || error.severity === 'PANIC'
  return !fatal && error.code !== undefined && !error.code.startsWith('57P')
}
