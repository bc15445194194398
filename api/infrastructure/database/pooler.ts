import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createPrimary } from './primary.ts'
import { openSession, type Session } from './session.ts'
import { column, statement } from './sql.ts'

const TIMEOUT_MS = 5_000
const READ_PID = statement('SELECT pg_backend_pid() AS pid', { pid: column.int })
/** Finds poolers that reuse the newest connection, take turns among any number, or choose at random. */
const ORDER = [0, 1, 1, 0, 0, 0, 1, 0, 1, 1, 1, 1, 0, 1, 0, 0] as const

const open = (url: string) =>
  openSession({ url, name: 'tidemark-start', timeoutMs: TIMEOUT_MS, onLost: () => {} })

async function processesOf(sessions: readonly [Session, Session]): Promise<[number[], number[]]> {
  const seen: [number[], number[]] = [[], []]
  for (const index of ORDER) {
    const [row] = await sessions[index].query(READ_PID)
    if (row && !seen[index].includes(row.pid)) seen[index].push(row.pid)
  }
  return seen
}

/**
 * Whether connections to `url` share processes of the server by transaction: two sessions then answer
 * with the same process, or one with several.
 */
export async function isTransactionPooler(url: string): Promise<boolean> {
  const first = await open(url)
  try {
    const second = await open(url)
    try {
      const [one, other] = await processesOf([first, second])
      return one.length !== 1 || other.length !== 1 || one[0] === other[0]
    } finally {
      await second.close()
    }
  } finally {
    await first.close()
  }
}

/**
 * Whether a transaction pooler tracks named statements, as PgBouncer does since 1.21: it then gives them
 * names of its own. Another one passes names through, and they collide between clients.
 */
export async function tracksStatements(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: await createPrimary(url).find(),
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
  client.on('error', () => {})
  const name = `tidemark-${randomUUID()}`
  const text = 'SELECT FROM pg_prepared_statements WHERE name = $1'
  try {
    await client.connect()
    await client.query('BEGIN')
    const { rows } = await client.query({ name, text, values: [name] })
    const isPassedThrough = rows.length > 0
    if (isPassedThrough) await client.query(`DEALLOCATE "${name}"`)
    await client.query('COMMIT')
    return !isPassedThrough
  } finally {
    await client.end().catch(() => {})
  }
}
