import pg from 'pg'
import { hostUrls } from './address.ts'
import { column, statement } from './sql.ts'

/** SQL that is true on a server that takes writes: a primary that is not set to be read-only. */
export const IS_WRITABLE =
  "(NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off')"

const READ_STATE = statement(
  `SELECT pg_is_in_recovery() AS is_standby, NOT ${IS_WRITABLE} AS is_read_only`,
  { is_standby: column.boolean, is_read_only: column.boolean },
)

/** Timeout of the question whether a host takes writes (ms); all hosts are asked at once. */
const PROBE_MS = 2_000

/** The server takes no writes. Has PostgreSQL's SQLSTATE for it, so that callers get 503. */
export class ReadOnlyServer extends Error {
  readonly code = '25006'
}

/** @throws ReadOnlyServer */
export async function checkWritable(
  client: pg.ClientBase,
  timeout: { query_timeout?: number } = {},
): Promise<void> {
  const query = { text: READ_STATE.text, ...timeout }
  const result: pg.QueryResult = await client.query(query)
  const [state] = READ_STATE.readRows(result.rows)
  if (state?.is_standby) throw new ReadOnlyServer('the server is a standby and takes no writes')
  if (state?.is_read_only) {
    throw new ReadOnlyServer('the server is read-only (default_transaction_read_only)')
  }
}

const describe = (url: string, error: unknown) =>
  `${new URL(url).host}: ${error instanceof Error ? error.message || error.name : error}`

/** Resolves with `url` when its server takes writes. */
async function probe(url: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tidemark-probe',
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await checkWritable(client)
    return url
  } catch (error) {
    throw new Error(describe(url, error), { cause: error })
  } finally {
    void client.end().catch(() => {})
  }
}

/** The server that takes writes among the hosts of an address. */
export interface Primary {
  /** Its URL; null until `find` has found it again. */
  url(): string | null
  /** @throws ReadOnlyServer when no host takes writes */
  find(): Promise<string>
  /** The next `find` asks all hosts again. */
  forget(): void
}

/**
 * `pg` connects to one host. With several ones all are asked at once, and the one that takes writes is
 * used until it fails: a former primary that returns with old data must not be preferred by its position.
 */
export function createPrimary(address: string): Primary {
  const urls = hostUrls(address)
  const [only = address] = urls
  if (urls.length === 1) return { url: () => only, find: async () => only, forget: () => {} }
  let current: string | null = null
  let finding: Promise<string> | null = null
  const ask = async () => {
    try {
      current = await Promise.any(urls.map(probe))
      return current
    } catch (error) {
      const reasons: unknown[] = error instanceof AggregateError ? error.errors : [error]
      const lines = reasons.map((reason) => (reason instanceof Error ? reason.message : reason))
      throw new ReadOnlyServer(`no host takes writes (${lines.join('; ')})`)
    }
  }
  return {
    url: () => current,
    find() {
      if (current !== null) return Promise.resolve(current)
      finding ??= ask().finally(() => {
        finding = null
      })
      return finding
    },
    forget() {
      current = null
    },
  }
}
