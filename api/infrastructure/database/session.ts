import pg from 'pg'
import type { SqlValue, Statement } from './sql.ts'

/** A connection outside the pool, for state that ends with it: LISTEN and session locks. */
export interface Session {
  query<Row>(
    statement: Statement<Row>,
    values?: readonly (SqlValue | readonly string[])[],
  ): Promise<Row[]>
  /** Ends the connection; one that is gone already is no error. */
  close(): Promise<void>
}

interface SessionOptions {
  url: string
  /** `application_name`, as `pg_stat_activity` shows it. */
  name: string
  /** A statement that is not answered by then rejects. */
  timeoutMs: number
  /** Called once when the connection is lost, and never after `close`. */
  onLost(error: Error): void
  onNotification?(payload: string): void
}

/**
 * Opens a connection of its own. It must reach the server itself: a pooler that shares connections
 * by transaction neither delivers notifications nor holds session locks.
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: options.name,
    connectionTimeoutMillis: 5_000,
    query_timeout: options.timeoutMs,
    keepAlive: true,
  })
  let isOpen = true
  const lose = (error: Error) => {
    if (!isOpen) return
    isOpen = false
    options.onLost(error)
  }
  const close = async () => {
    isOpen = false
    await client.end().catch(() => {})
  }
  client.on('error', lose)
  client.on('end', () => lose(new Error('the connection ended')))
  client.on('notification', ({ payload }) => options.onNotification?.(payload ?? ''))
  try {
    await client.connect()
  } catch (error) {
    void close()
    throw error
  }
  return {
    async query({ text, readRows }, values = []) {
      const result: pg.QueryResult = await client.query(text, [...values])
      return readRows(result.rows)
    },
    close,
  }
}
