import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { ConnectionPool, type TransactionClient } from './connection-pool.ts'
import type { Database } from './database.ts'
import { PrismaClient } from './generated/client.ts'
import type { Sql } from './sql.ts'

export interface PostgresOptions {
  url: string
  /** Maximum size of the pool. */
  connections: number
  /** Called when an idle connection breaks (a restarted server); the pool reconnects by itself. */
  onConnectionError: (error: Error) => void
  /**
   * A statement outside a long transaction fails when it takes longer, for example because the server's
   * machine is gone. Unlimited when unset.
   */
  statementTimeoutMs?: number
  /** The server ends a transaction that sends no statement for this time; 10 s when unset. */
  transactionIdleMs?: number
  /** False behind a pooler that passes names of statements through; true when unset. */
  hasNamedStatements?: boolean
}

/** No transaction does anything else between its statements, so that a longer pause is a lost instance. */
const TRANSACTION_IDLE_MS = 10_000

const STATEMENT_NAMES_MAX = 2000
const statementNames = new Map<string, string>()

/** A name per statement text lets PostgreSQL parse and plan it once per connection. */
function statementName(text: string): string {
  let name = statementNames.get(text)
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url').slice(0, 20)
    if (statementNames.size < STATEMENT_NAMES_MAX) statementNames.set(text, name)
  }
  return name
}

/** `pg` returns bigint as text; Prisma has a parser of its own. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 ? parseInt8 : pg.types.getTypeParser(oid, format),
}

/** As in PGlite: a number, or a bigint where a number is not exact. */
function parseInt8(text: string): number | bigint {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

/** Empty for a statement without a name. */
type NameOf = (text: string) => string

function createSql(client: TransactionClient, nameOf: NameOf): Sql {
  return {
    async query(statement, values = []) {
      const { text } = statement
      const config = { name: nameOf(text), text, values: [...values], types }
      const result: pg.QueryResult<object> = await client.query(config)
      return statement.readRows(result.rows)
    },
    async script(text) {
      await client.query({ text })
    },
  }
}

/** Opens a pool on a PostgreSQL server. It connects on first use; `ping` checks that. */
export function openPostgres(options: PostgresOptions): Database {
  const { url, connections, onConnectionError, statementTimeoutMs } = options
  const { transactionIdleMs = TRANSACTION_IDLE_MS } = options
  const nameOf: NameOf = (options.hasNamedStatements ?? true) ? statementName : () => ''
  const lostReplyListeners: (() => void)[] = []
  const pool = new ConnectionPool(
    url,
    {
      max: connections,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 60_000,
      application_name: 'tidemark',
      // A long transaction has no timeout; keep-alive detects a dead network in minutes.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    },
    {
      statementTimeoutMs,
      transactionIdleMs,
      onLostReply() {
        for (const listener of lostReplyListeners) listener()
      },
    },
  )
  pool.on('error', onConnectionError)
  const adapter = new PrismaPg(pool, {
    statementNameGenerator: (query) => nameOf(query.sql),
    onConnectionError,
  })
  const prisma = new PrismaClient({ adapter, errorFormat: 'minimal' })
  return {
    kind: 'postgres',
    prisma,
    ...createSql(pool, nameOf),
    transaction: (work, options) =>
      pool.transaction((client) => work(createSql(client, nameOf)), options),
    onLostReply: (listener) => lostReplyListeners.push(listener),
    pool: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: connections,
    }),
    ping: () => pool.checkWritable(),
    async close() {
      await prisma.$disconnect()
      await pool.end()
    },
  }
}
