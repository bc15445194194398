import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sanitize } from '#api/modules/content/sanitize.ts'
import { loadPageRenderer } from '#api/web/page-renderer.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import { Rankers } from '#shared/contract/users.ts'
import { PATHS, userPath } from '#shared/rules/paths.ts'
import { measure } from '#tests/load/hot.ts'
import type { Row } from '#tests/load/report.ts'
import { apiClient } from '#tests/support/api-client.ts'
import { within } from '#tests/support/eventually.ts'
import { threadCpu } from '#tests/support/thread-cpu.ts'
import { startDemo } from './demo-product.ts'

const PAGES_BUILD = fileURLToPath(new URL('../../../out/pages', import.meta.url))
const GUESTS = fileURLToPath(new URL('guest-process.ts', import.meta.url))

const RENDERS = 20_000
/** Renders before the first measurement of memory. */
const WARM = 2_000
const PROBES = 500
/** Distinct addresses that guests read; more than the server renders in a second. */
const ADDRESSES = 200

async function cachedRows(url: string, paths: readonly string[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const path of paths) {
    const { own, baseline } = await measure(url + path, { 'accept-encoding': 'gzip' })
    const against = 'bare Bun.serve, same bytes'
    rows.push({ what: `page ${path}, cached`, against, unit: '/s', own, baseline, bar: 0.5 })
  }
  return rows
}

/** 99th percentile of the time to answer an API request, ms. */
async function probeApi(url: string): Promise<number> {
  const times: number[] = []
  for (let probe = 0; probe < PROBES; probe++) {
    const begin = performance.now()
    await (await fetch(`${url}${API_PREFIX}/vote/summary`)).arrayBuffer()
    times.push(performance.now() - begin)
    await sleep(10)
  }
  return times.sort((one, other) => one - other)[Math.floor(PROBES * 0.99)] ?? Number.NaN
}

async function guestRows(url: string): Promise<Row[]> {
  const alone = await probeApi(url)
  const { promise: hasRead, resolve } = Promise.withResolvers<void>()
  const guests = Bun.spawn([process.execPath, '--no-env-file', GUESTS], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: () => resolve(),
  })
  const page = (number: number) => `${url}/rounds?page=${1 + (number % 4)}&lang=en&n=${number}`
  const others = [PATHS.home, PATHS.votes, PATHS.ranking, PATHS.rules].map((path) => url + path)
  guests.send([...others, ...Array.from({ length: ADDRESSES }, (_, number) => page(number))])
  await within(hasRead, 'guests have read every page', 120_000)
  const among = await probeApi(url)
  guests.kill('SIGKILL')
  await within(guests.exited, 'the process of the guests ends')
  const what = 'GET /vote/summary p99 while 1,000 guests read pages each second'
  return [{ what, against: 'without guests', unit: 'ms', own: among, baseline: alone, bar: null }]
}

/** Renders in this process, from replies of the product that are requested once. */
async function renderRows(url: string, paths: readonly string[]): Promise<Row[]> {
  const render = await loadPageRenderer(PAGES_BUILD)
  if (!render) throw new Error(`${PAGES_BUILD} is missing`)
  const replies = new Map<string, Promise<Response>>()
  const fetchApi = async (path: string) => {
    const known = replies.get(path) ?? fetch(url + path)
    replies.set(path, known)
    return (await known).clone()
  }
  const one = async (number: number) => {
    const path = paths[number % paths.length] ?? PATHS.home
    const request = { locale: 'en-US', now: Date.now(), origin: url, adSlots: [] } as const
    const { status } = await render({
      path,
      fetchApi,
      sanitize: (html) => sanitize(html).content,
      ...request,
    })
    if (status !== 200) throw new Error(`${path}: ${status}`)
  }
  const memory = () => {
    Bun.gc(true)
    return process.memoryUsage.rss() / 1e6
  }
  for (let number = 0; number < WARM; number++) await one(number)
  const [before, begin] = [memory(), threadCpu()]
  for (let number = 0; number < RENDERS; number++) await one(number)
  const own = (threadCpu() - begin) / RENDERS
  return [
    { what: 'a page rendered, CPU', against: 'budget', unit: 'ms', own, baseline: 3, bar: 1 },
    {
      what: `memory after ${RENDERS.toLocaleString('en')} renders`,
      against: `after ${WARM.toLocaleString('en')}`,
      unit: 'MB',
      own: memory(),
      baseline: before,
      bar: 1.1,
    },
  ]
}

/** Pages that the server renders: cached, beside other requests, and what rendering costs. */
export async function benchPages(): Promise<Row[]> {
  const server = await startDemo()
  try {
    const [ranker] = await apiClient(server.url).get(Rankers, '/users/rankers')
    const paths = [PATHS.home, PATHS.votes, PATHS.rounds, userPath(ranker?.uniqueCode ?? '')]
    return [
      ...(await cachedRows(server.url, paths)),
      ...(await guestRows(server.url)),
      ...(await renderRows(server.url, paths)),
    ]
  } finally {
    await server.stop()
  }
}
