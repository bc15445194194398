import pg from 'pg'
import { checkWritable, createPrimary } from './primary.ts'
import type { SqlValue, Statement } from './sql.ts'

/** A connection outside the pool, for state that ends with it: LISTEN and session locks. */
export interface Session {
  query<Row>(
    statement: Statement<Row>,
    values?: readonly (SqlValue | readonly string[])[],
  ): Promise<Row[]>
  /** Never rejects, not even for a lost connection. */
  close(): Promise<void>
}

interface SessionOptions {
  url: string
  /** `application_name` in `pg_stat_activity`. */
  name: string
  /** A statement without an answer after this time rejects. */
  timeoutMs: number
  /** Called once when the open connection is lost, and never after `close`. */
  onLost(error: Error): void
  onNotification?(payload: string): void
}

/**
 * Opens a connection to the server that takes writes. A pooler that shares connections by transaction
 * neither delivers notifications nor holds session locks.
 * @throws ReadOnlyServer
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { url, name, timeoutMs, onLost, onNotification } = options
  const client = new pg.Client({
    connectionString: await createPrimary(url).find(),
    application_name: name,
    connectionTimeoutMillis: 5_000,
    query_timeout: timeoutMs,
    keepAlive: true,
  })
  let isOpen = false
  const lose = (error: Error) => {
    if (isOpen) onLost(error)
    isOpen = false
  }
  const close = async () => {
    isOpen = false
    await client.end().catch(() => {})
  }
  client.on('error', lose)
  client.on('end', () => lose(new Error('the connection ended')))
  client.on('notification', ({ payload = '' }) => onNotification?.(payload))
  try {
    await client.connect()
    await checkWritable(client)
  } catch (error) {
    void close()
    throw error
  }
  isOpen = true
  return {
    async query({ text, readRows }, values = []) {
      const result: pg.QueryResult = await client.query(text, [...values])
      return readRows(result.rows)
    },
    close,
  }
}
