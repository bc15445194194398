import pg from 'pg'
import type { Database } from '#api/infrastructure/database/database.ts'
import { createPostStore } from '#api/modules/posts/store.ts'
import { createVoteStore } from '#api/modules/votes/store.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import { alternate } from './compare.ts'
import { startProduct } from './processes.ts'
import type { Row } from './report.ts'
import { recordStatements, type Statement } from './statements.ts'
import { wrk } from './wrk.ts'

const SECONDS = 1
/** Size of the product's pool. */
const CONNECTIONS = 20

/** Pages per second of the same statements through `pg` alone. */
async function loadSql(pool: pg.Pool, statements: readonly Statement[]): Promise<number> {
  const begin = performance.now()
  let pages = 0
  const loop = async () => {
    while (performance.now() - begin < SECONDS * 1000) {
      for (const [index, { text, values }] of statements.entries()) {
        await pool.query({ name: `${index}${text.length}`, text, values: [...values] })
      }
      pages++
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, loop))
  return pages / ((performance.now() - begin) / 1000)
}

/** Measures cached list pages over HTTP against their SQL alone. */
export async function benchLists(env: Record<string, string>, database: Database): Promise<Row[]> {
  const product = await startProduct({ ...env, LOG_LEVEL: 'silent' })
  const pool = new pg.Pool({ connectionString: env.DATABASE_URL, max: CONNECTIONS })
  const rows: Row[] = []
  for (const [path, read] of [
    ['/votes', (db: Database) => createVoteStore(db).list(1)],
    ['/posts/frees', (db: Database) => createPostStore(db).list('frees', 1)],
  ] as const) {
    const statements = await recordStatements(database, read)
    const url = `${product.url}${API_PREFIX}${path}?page=1`
    const headers = { 'accept-encoding': 'gzip' }
    const figures = await alternate(
      async () => (await wrk({ url, seconds: SECONDS, headers })).perSecond,
      () => loadSql(pool, statements),
    )
    const what = `GET ${path}?page=1, PostgreSQL`
    rows.push({ what, against: 'same SQL through pg', unit: '/s', ...figures, bar: 0.7 })
  }
  await pool.end()
  await product.stop()
  return rows
}
