import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { ConnectionPool } from './connection-pool.ts'
import type { Database } from './database.ts'
import { PrismaClient } from './generated/client.ts'
import type { Sql } from './sql.ts'
import { createWatchedStatements, watchedAdapter, watchedSql } from './statement-watch.ts'

export interface PostgresOptions {
  url: string
  /** Connections at most. */
  connections: number
  /** Called when an idle connection breaks (a restarted server); the pool opens new ones by itself. */
  onConnectionError: (error: Error) => void
  /**
   * A statement outside a transaction fails when it is not answered by then, for example because the
   * server's machine is gone without a word. Without it statements may take any time.
   */
  answerLimitMs?: number
}

/** Connections to one server, and SQL on them. */
interface Connections {
  pool: ConnectionPool
  sql: Sql
}

const names = new Map<string, string>()

/** A name per statement text lets PostgreSQL parse and plan it once a connection. */
function statementName(text: string): string {
  let name = names.get(text)
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url').slice(0, 20)
    if (names.size < 2000) names.set(text, name)
  }
  return name
}

function sqlOn(client: ConnectionPool | pg.PoolClient): Sql {
  return {
    async query(statement, values = []) {
      const { text } = statement
      const config = { name: statementName(text), text, values: [...values] }
      const result: pg.QueryResult<object> = await client.query(config)
      return statement.readRows(result.rows)
    },
    async script(text) {
      await client.query({ text })
    },
  }
}

/** Connections to a PostgreSQL server, made on first use. `more` settings go before the usual ones. */
export function connect(
  { url, connections, onConnectionError, answerLimitMs }: PostgresOptions,
  more: pg.PoolConfig = {},
): Connections {
  const pool = new ConnectionPool(
    {
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 60_000,
      application_name: 'tidemark',
      keepAlive: true,
      // A transaction may take long, as that of a large settlement; a silent network ends it in minutes.
      keepAliveInitialDelayMillis: 10_000,
      ...more,
    },
    answerLimitMs,
  )
  pool.on('error', onConnectionError)
  return { pool, sql: sqlOn(pool) }
}

/** A connection on which a transaction has begun. */
async function begin(pool: ConnectionPool): Promise<pg.PoolClient> {
  const client = await pool.connect()
  try {
    await client.query(pool.limited({ text: 'BEGIN' }))
    return client
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Opens a pool on a PostgreSQL server. Connects on first use; `ping` tells whether it is there. */
export function openPostgres(options: PostgresOptions): Database {
  const { connections, onConnectionError } = options
  const { pool, sql } = connect(options)
  const adapter = new PrismaPg(pool, {
    statementNameGenerator: (query) => statementName(query.sql),
    onConnectionError,
  })
  const { run, watchStatements } = createWatchedStatements()
  const prisma = new PrismaClient({ adapter: watchedAdapter(adapter, run), errorFormat: 'minimal' })
  const transaction: Database['transaction'] = async (work) => {
    const client = await begin(pool)
    let broken = false
    try {
      const result = await work(watchedSql(sqlOn(client), run))
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query(pool.limited({ text: 'ROLLBACK' })).catch(() => {
        broken = true
      })
      throw error
    } finally {
      client.release(broken)
    }
  }
  return {
    kind: 'postgres',
    prisma,
    ...watchedSql(sql, run),
    transaction: (work) => run('TRANSACTION', () => transaction(work)),
    watchStatements,
    pool: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: connections,
    }),
    async ping() {
      await pool.query({ text: 'SELECT 1' })
    },
    async close() {
      await prisma.$disconnect()
      await pool.end()
    },
  }
}
