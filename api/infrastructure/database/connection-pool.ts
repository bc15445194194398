import pg from 'pg'

/**
 * A pool that keeps the connection after an error of SQL. `pg.Pool.query` closes it on every error, so
 * a hundred refused inserts would open a hundred connections.
 */
export class ConnectionPool extends pg.Pool {
  readonly #timeout: { query_timeout?: number }

  /** A statement without an answer after `statementTimeoutMs` fails and its connection is closed. */
  constructor(config: pg.PoolConfig, statementTimeoutMs?: number) {
    super(config)
    this.#timeout = statementTimeoutMs === undefined ? {} : { query_timeout: statementTimeoutMs }
    // A connection that breaks in use rejects its query and also emits 'error', which would end the
    // process: the pool itself listens to idle connections only.
    this.on('connect', (client) => client.on('error', () => {}))
  }

  /** The same statement with the timeout. */
  withTimeout(query: pg.QueryConfig): pg.QueryConfig {
    return { ...query, ...this.#timeout }
  }

  // The base class has a dozen overloads; callers here await a query object.
  override query(...args: unknown[]): never
  override async query(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = await this.connect()
    try {
      const result = await client.query(this.withTimeout(query))
      client.release()
      return result
    } catch (error) {
      client.release(isSqlError(error) ? undefined : true)
      throw error
    }
  }
}

/** Whether the server rejected the statement and the connection is still usable. */
export function isSqlError(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  const fatal = error.severity === 'FATAL' || error.severity === 'PANIC'
  return !fatal && error.code !== undefined && !error.code.startsWith('57P')
}
