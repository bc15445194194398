import pg from 'pg'
import { hostUrls } from './address.ts'
import type { TransactionOptions } from './database.ts'
import { checkWritable, createPrimary, type Primary } from './primary.ts'
import { retryConflicts } from './temporary-faults.ts'

/** SQLSTATE of a write on a server that takes none. */
const READ_ONLY = '25006'

const isReadOnly = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === READ_ONLY

/** All connections are busy, which says nothing about the server. */
const isPoolBusy = (error: unknown) =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

/** Options of a query; undefined means no time-out (ms). */
const queryTimeout = (milliseconds: number | undefined) =>
  milliseconds === undefined ? {} : { query_timeout: milliseconds }

/** Runs a statement on the connection of a transaction. */
export interface TransactionClient {
  query(query: pg.QueryConfig): Promise<pg.QueryResult>
}

export interface PoolOptions {
  /** A statement without an answer after this time (ms) fails and its connection is closed; undefined for never. */
  statementTimeoutMs: number | undefined
  /** The server ends a transaction that sends no statement for this time (ms). */
  transactionIdleMs: number
  /** Called when the reply of a COMMIT or of a single write was lost. */
  onLostReply: () => void
}

/** Also true for some reads, such as those that lock. */
const mayWrite = (text: string) => /\b(INSERT|UPDATE|DELETE|MERGE)\b/i.test(text)

/** A connection to the primary. */
function pooledClient(primary: Primary, address: string) {
  const [first = address] = hostUrls(address)
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: primary.url() ?? first })
    }
  }
}

/**
 * A pool that keeps the connection after an error of SQL. `pg.Pool.query` closes it on every error, so
 * a hundred refused inserts would open a hundred connections. New connections lead to a server that
 * takes writes; after one is refused, no connection of before is used again.
 */
export class ConnectionPool extends pg.Pool {
  readonly #timeout: { query_timeout?: number }
  readonly #primary: Primary
  readonly #checkTimeout: { query_timeout?: number }
  /** Of the connections that have been checked. */
  readonly #generations = new WeakMap<pg.ClientBase, number>()
  #generation = 0
  /**
   * An instance whose machine vanishes would hold its locks until TCP gives up, two hours later. In one message,
   * without a round trip; a session's setting would stay on a pooler's connection.
   */
  readonly #begin: string
  readonly #onLostReply: () => void

  constructor(address: string, config: pg.PoolConfig, options: PoolOptions) {
    const primary = createPrimary(address)
    // The pool's own `verify` leaks a connection whose caller has timed out meanwhile.
    super({ ...config, Client: pooledClient(primary, address) })
    this.#primary = primary
    this.#checkTimeout = queryTimeout(config.connectionTimeoutMillis)
    this.#timeout = queryTimeout(options.statementTimeoutMs)
    this.#begin = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${options.transactionIdleMs}`
    this.#onLostReply = options.onLostReply
    this.on('connect', (client) => {
      // A connection that breaks in use rejects its query and also emits 'error', which would end the
      // process: the pool itself listens to idle connections only.
      client.on('error', () => {})
    })
  }

  /** Closes idle connections, and busy ones when they end; new ones lead to the present primary. */
  #expireIfReadOnly(error: unknown): void {
    if (!isReadOnly(error)) return
    this.#generation += 1
    this.#primary.forget()
    for (let idle = this.idleCount; idle > 0; idle--) {
      super.connect().then(
        (client) => client.release(true),
        () => {},
      )
    }
  }

  async #acquire(): Promise<pg.PoolClient> {
    for (;;) {
      if (this.#primary.url() === null) await this.#primary.find()
      const client = await super.connect().catch((error: unknown) => {
        if (!isPoolBusy(error)) this.#primary.forget()
        throw error
      })
      if (!this.#generations.has(client)) await this.#check(client)
      if (this.#isCurrent(client)) return client
      client.release(true)
    }
  }

  /** Checks that a new connection leads to a server that takes writes. */
  async #check(client: pg.PoolClient): Promise<void> {
    const generation = this.#generation
    try {
      await checkWritable(client, this.#checkTimeout)
      this.#generations.set(client, generation)
    } catch (error) {
      client.release(true)
      this.#primary.forget()
      throw error
    }
  }

  #isCurrent(client: pg.PoolClient): boolean {
    return this.#generations.get(client) === this.#generation
  }

  #release(client: pg.PoolClient, isUsable = true): void {
    client.release(!isUsable || !this.#isCurrent(client))
  }

  // Prisma acquires its connections here.
  override connect(...args: unknown[]): never
  override connect(): Promise<pg.PoolClient> {
    return this.#acquire()
  }

  override query(...args: unknown[]): never
  override query(query: pg.QueryConfig): Promise<pg.QueryResult> {
    return retryConflicts(() => this.#query(query))
  }

  async #query(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = await this.#acquire()
    try {
      const result: pg.QueryResult = await client.query({ ...query, ...this.#timeout })
      this.#release(client)
      return result
    } catch (error) {
      this.#expireIfReadOnly(error)
      const isAnswered = isSqlError(error)
      this.#release(client, isAnswered)
      if (!isAnswered && mayWrite(query.text)) this.#onLostReply()
      throw error
    }
  }

  /** Rejects when the server does not answer or takes no writes. */
  async checkWritable(): Promise<void> {
    const client = await this.#acquire()
    try {
      await checkWritable(client, this.#timeout)
      this.#release(client)
    } catch (error) {
      this.#expireIfReadOnly(error)
      this.#release(client, false)
      throw error
    }
  }

  /**
   * Runs `work` in a transaction on one connection, up to three times when it conflicts with others. The
   * statements and the commit of a long one have no timeout.
   */
  transaction<T>(
    work: (client: TransactionClient) => Promise<T>,
    { isLong = false }: TransactionOptions = {},
  ): Promise<T> {
    return retryConflicts(() => this.#transaction(work, isLong ? {} : this.#timeout))
  }

  async #transaction<T>(
    work: (client: TransactionClient) => Promise<T>,
    workTimeout: { query_timeout?: number },
  ): Promise<T> {
    const client = await this.#acquire()
    let isBroken = false
    let isCommitting = false
    const run = async (config: pg.QueryConfig, timeout = workTimeout): Promise<pg.QueryResult> => {
      try {
        return await client.query({ ...config, ...timeout })
      } catch (error) {
        // After a timeout a rollback would wait for the same answer.
        if (!isSqlError(error)) isBroken = true
        throw error
      }
    }
    try {
      await run({ text: this.#begin }, this.#timeout)
      const result = await work({ query: (config) => run(config) })
      isCommitting = true
      await run({ text: 'COMMIT' })
      return result
    } catch (error) {
      this.#expireIfReadOnly(error)
      if (isCommitting && isBroken) this.#onLostReply()
      if (!isBroken) {
        await run({ text: 'ROLLBACK' }, this.#timeout).catch(() => {
          isBroken = true
        })
      }
      throw error
    } finally {
      this.#release(client, !isBroken)
    }
  }
}

/** Whether the server rejected the statement and the connection is still usable. */
export function isSqlError(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  const fatal = error.severity === 'FATAL' || error.severity === 'PANIC'
  return !fatal && error.code !== undefined && !error.code.startsWith('57P')
}
