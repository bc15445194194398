import type { Database } from '#api/platform/database/database.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import { growLists } from './fill.ts'
import { startProduct } from './processes.ts'
import type { Row } from './report.ts'
import { type WrkRun, wrk } from './wrk.ts'

const SMALL = 10_000
const LARGE = 1_000_000
const SECONDS = 1
/** Few, because it is the time of a reply that counts and not how many there can be. */
const CONNECTIONS = 4

const PLACES = [
  { place: 'first', page: () => 1, bar: 2 },
  { place: 'middle', page: (rows: number) => rows / 20, bar: 10 },
  { place: 'last', page: (rows: number) => rows / 10, bar: 2 },
]

type Figures = Map<string, WrkRun>

async function measureAt(env: Record<string, string>, rows: number): Promise<Figures> {
  const product = await startProduct({ ...env, LOG_LEVEL: 'silent' })
  const figures: Figures = new Map()
  for (const path of ['/votes', '/posts/frees']) {
    for (const { place, page } of PLACES) {
      const url = `${product.url}${API_PREFIX}${path}?page=${page(rows)}`
      const load = { url, connections: CONNECTIONS, headers: { 'accept-encoding': 'gzip' } }
      await wrk({ ...load, seconds: 1 })
      figures.set(`${path} ${place}`, await wrk({ ...load, seconds: SECONDS }))
    }
  }
  await product.stop()
  return figures
}

/** Pages of lists that have grown a hundredfold, against themselves when they were short. */
export async function benchGrowth(env: Record<string, string>, database: Database): Promise<Row[]> {
  await growLists(database, SMALL)
  const small = await measureAt(env, SMALL)
  await growLists(database, LARGE)
  const large = await measureAt(env, LARGE)
  const rows: Row[] = []
  for (const [key, own] of large) {
    const anchor = small.get(key)
    const [path, place] = key.split(' ')
    const bar = PLACES.find((candidate) => candidate.place === place)?.bar ?? null
    if (!anchor) continue
    const what = `GET ${path}, ${place} page of 1 M rows`
    const against = 'of 10 k rows'
    rows.push({
      what: `${what}, p50`,
      against,
      unit: 'ms',
      own: own.p50,
      anchor: anchor.p50,
      bar: null,
    })
    rows.push({ what: `${what}, p99`, against, unit: 'ms', own: own.p99, anchor: anchor.p99, bar })
  }
  return rows
}
