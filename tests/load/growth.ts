import { API_PREFIX } from '#shared/contract/common.ts'
import { median } from './compare.ts'
import { fillLists } from './fill.ts'
import { type LoadDatabase, openLoadDatabase } from './load-database.ts'
import { type Loaded, startProduct } from './processes.ts'
import type { Row } from './report.ts'
import { shortCount } from './scale-size.ts'
import { wrk } from './wrk.ts'

const SECONDS = 1
/** Few connections: latency is measured, not throughput. */
const CONNECTIONS = 4
/** Sizes alternate, so that other load affects all; the first round is warm-up. */
const ROUNDS = 3

const PATHS = ['/votes', '/posts/frees']
const PLACES = [
  { place: 'first', page: () => 1, bar: 2 },
  { place: 'middle', page: (rows: number) => rows / 20, bar: 10 },
  { place: 'last', page: (rows: number) => rows / 10, bar: 2 },
]

interface Grown {
  rows: number
  product: Loaded
}

/** p50 and p99 of a page at each size, milliseconds; medians of ROUNDS. */
async function measure(all: readonly Grown[], path: string, page: (rows: number) => number) {
  const figures = all.map(() => ({ p50: [] as number[], p99: [] as number[] }))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, { rows, product }] of all.entries()) {
      const url = `${product.url}${API_PREFIX}${path}?page=${Math.round(page(rows))}`
      const headers = { 'accept-encoding': 'gzip' }
      const run = await wrk({ url, connections: CONNECTIONS, headers, seconds: SECONDS })
      if (round === 0) continue
      figures[index]?.p50.push(run.p50)
      figures[index]?.p99.push(run.p99)
    }
  }
  return figures.map(({ p50, p99 }) => ({ p50: median(p50), p99: median(p99) }))
}

async function compare(all: readonly Grown[]): Promise<Row[]> {
  const lines: Row[] = []
  for (const path of PATHS) {
    for (const { place, page, bar } of PLACES) {
      const [baseline, ...grown] = await measure(all, path, page)
      for (const [index, own] of grown.entries()) {
        if (!baseline) continue
        const [least, rows] = [all[0]?.rows ?? 0, all[index + 1]?.rows ?? 0]
        const what = `GET ${path}, ${place} page of ${shortCount(rows)} rows`
        const row = { against: `of ${shortCount(least)} rows`, unit: 'ms' as const }
        const p50 = {
          ...row,
          what: `${what}, p50`,
          own: own.p50,
          baseline: baseline.p50,
          bar: null,
        }
        lines.push(p50, { ...row, what: `${what}, p99`, own: own.p99, baseline: baseline.p99, bar })
      }
    }
  }
  return lines
}

/**
 * Measures pages of long lists against a short one. Each of `sizes` (shortest first) has its own database
 * and server on one PostgreSQL.
 */
export async function benchGrowth(sizes: readonly number[]): Promise<Row[]> {
  const databases: LoadDatabase[] = []
  const grown: Grown[] = []
  try {
    for (const rows of sizes) {
      const begin = performance.now()
      const own = await openLoadDatabase({ demo: false })
      databases.push(own)
      await fillLists(own.database, rows)
      const product = await startProduct({ ...own.env, LOG_LEVEL: 'silent', STALE_LISTS: '1' })
      grown.push({ rows, product })
      const seconds = Math.round((performance.now() - begin) / 1000)
      process.stdout.write(`lists of ${shortCount(rows)} rows filled in ${seconds} s\n`)
    }
    return await compare(grown)
  } finally {
    for (const { product } of grown) await product.stop()
    for (const { close } of databases) await close()
  }
}
