import pg from 'pg'
import type { StatementInterceptor } from './database.ts'

/** A connection whose statements, those of Prisma included, run through `intercept`. */
function interceptedClient(intercept: StatementInterceptor) {
  return class extends pg.Client {
    // The base class has a dozen overloads; callers here await a query object.
    override query(...args: unknown[]): never
    override query(query: pg.QueryConfig): Promise<pg.QueryResult> {
      return intercept(query.text, () => super.query(query))
    }
  }
}

/**
 * A pool that keeps the connection after an error of SQL. `pg.Pool.query` closes it on every error, so
 * a hundred refused inserts would open a hundred connections.
 */
export class ConnectionPool extends pg.Pool {
  readonly #timeout: { query_timeout?: number }

  /** A statement without an answer after `statementTimeoutMs` fails and its connection is closed. */
  constructor(
    config: pg.PoolConfig,
    intercept: StatementInterceptor,
    statementTimeoutMs: number | undefined,
  ) {
    super({ ...config, Client: interceptedClient(intercept) })
    this.#timeout = statementTimeoutMs === undefined ? {} : { query_timeout: statementTimeoutMs }
    // A connection that breaks in use rejects its query and also emits 'error', which would end the
    // process: the pool itself listens to idle connections only.
    this.on('connect', (client) => client.on('error', () => {}))
  }

  override query(...args: unknown[]): never
  override async query(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = await this.connect()
    try {
      const result = await client.query({ ...query, ...this.#timeout })
      client.release()
      return result
    } catch (error) {
      client.release(isSqlError(error) ? undefined : true)
      throw error
    }
  }

  /** Runs `work` in a transaction on one connection; the timeout holds for its begin and rollback. */
  async transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.connect()
    let isBroken = false
    try {
      await client.query({ text: 'BEGIN', ...this.#timeout }).catch((error: unknown) => {
        isBroken = true
        throw error
      })
      const result = await work(client)
      await client.query({ text: 'COMMIT' })
      return result
    } catch (error) {
      if (!isBroken) {
        await client.query({ text: 'ROLLBACK', ...this.#timeout }).catch(() => {
          isBroken = true
        })
      }
      throw error
    } finally {
      client.release(isBroken)
    }
  }
}

/** Whether the server rejected the statement and the connection is still usable. */
export function isSqlError(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  const fatal = error.severity === 'FATAL' || error.severity === 'PANIC'
  return !fatal && error.code !== undefined && !error.code.startsWith('57P')
}
