import { API_PREFIX } from '#shared/contract/common.ts'
import { alternate } from './compare.ts'
import { type Reply, startBare, startProduct } from './processes.ts'
import type { Row } from './report.ts'
import { wrk } from './wrk.ts'

/** Requests of every client at start and after changes. */
const PATHS = [
  '/candles?limit=3000',
  '/vote/summary',
  '/users/rankers',
  '/posts/recent',
  '/posts/votesUpcomingNextBests',
]
/** Repeated with the production log level `info`. */
const LOGGED_PATHS = PATHS.slice(0, 2)
const SECONDS = 1
/** Rounds are short, so several are needed. */
const ROUNDS = 7
/** Set by Bun, or different in each reply. */
const OWN_HEADERS = new Set(['content-length', 'date', 'connection', 'x-request-id'])

/** The raw reply. */
async function record(url: string, headers: Record<string, string>): Promise<Reply> {
  const response = await fetch(url, { headers, decompress: false })
  const body = Buffer.from(await response.arrayBuffer()).toString('base64')
  const kept = [...response.headers].filter(([name]) => !OWN_HEADERS.has(name))
  return { status: response.status, headers: kept, body }
}

/** Requests per second of `url`, and of a bare server that sends the same reply. */
export async function measure(url: string, headers: Record<string, string>) {
  const reply = await record(url, headers)
  const bare = await startBare(reply)
  const load = async (target: string) =>
    (await wrk({ url: target, seconds: SECONDS, headers })).perSecond
  const figures = await alternate(
    () => load(url),
    () => load(bare.url),
    ROUNDS,
  )
  await bare.stop()
  return { status: reply.status, ...figures }
}

async function measurePath(base: string, path: string, note: string): Promise<Row[]> {
  const url = `${base}${API_PREFIX}${path}`
  const headers = { 'accept-encoding': 'gzip' }
  const rows: Row[] = []
  for (const [known, against] of [
    [{}, 'bare Bun.serve, same bytes'],
    // With a live price in the reply its ETag would change within a second.
    [{ 'if-none-match': '*' }, 'bare 304'],
  ] as const) {
    const { status, own, baseline } = await measure(url, { ...headers, ...known })
    const what = `GET ${path} ${status}${note}`
    rows.push({ what, against, unit: '/s', own, baseline, bar: 0.5 })
  }
  return rows
}

/** Cached replies against a bare server that sends the same bytes. */
export async function benchHot(env: Record<string, string>): Promise<Row[]> {
  const rows: Row[] = []
  for (const [level, paths, note] of [
    ['silent', PATHS, ''],
    ['info', LOGGED_PATHS, ', log at info'],
  ] as const) {
    const product = await startProduct({ ...env, LOG_LEVEL: level })
    for (const path of paths) rows.push(...(await measurePath(product.url, path, note)))
    await product.stop()
  }
  return rows
}
