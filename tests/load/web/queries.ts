import type { Row } from '#tests/load/report.ts'
import { memoryOf } from '#tests/load/resources.ts'
import { startDemo } from './demo-product.ts'

const QUERIES = 100_000
const CONCURRENCY = 32

/** Addresses with a place for a number: pages, cards, feeds, lists of the API, candles. */
const ADDRESSES: readonly ((count: number) => string)[] = [
  (count) => `/?utm_source=${count}`,
  (count) => `/vote?page=${count}`,
  (count) => `/vote?filter=notes&page=${count}`,
  (count) => `/vote?filter=x${count}`,
  (count) => `/rounds?page=${count}`,
  (count) => `/boards/frees?page=${count}`,
  (count) => `/boards/notices/view/1?page=${count}`,
  (count) => `/boards/suggestions/view/${count}`,
  (count) => `/ranking?season=all&page=${count}`,
  (count) => `/u/${count.toString(36).padStart(6, '0').toUpperCase()}`,
  (count) => `/cards/site.png?${count}`,
  (count) => `/cards/people/${count.toString(36).padStart(6, '0').toUpperCase()}.png`,
  (count) => `/feed/rounds.xml?${count}`,
  (count) => `/feed/u/${count.toString(36).padStart(6, '0').toUpperCase()}.xml`,
  (count) => `/api/v1/votes?page=${count}`,
  (count) => `/api/v1/posts/frees?page=${count}`,
  (count) => `/api/v1/vote/summary?x=${count}`,
  (count) => `/api/v1/candles?limit=${1 + (count % 3000)}`,
]

/** Resident memory before and after 100,000 distinct addresses. */
export async function benchQueries(): Promise<Row[]> {
  const product = await startDemo()
  const read = async (count: number) => {
    const address = ADDRESSES[count % ADDRESSES.length]?.(count) ?? ''
    const headers = { 'accept-language': count % 2 ? 'ko' : 'en' }
    await (await fetch(product.url + address, { headers })).arrayBuffer()
  }
  // Loads what every address needs once, such as the renderers.
  for (let count = 0; count < 20 * ADDRESSES.length; count++) await read(count)
  const before = await memoryOf(product)
  let next = 20 * ADDRESSES.length
  const run = async () => {
    while (next < QUERIES) await read(next++)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, run))
  const after = await memoryOf(product)
  await product.stop()
  const what = `resident memory after ${QUERIES.toLocaleString('en')} distinct addresses`
  return [
    {
      what: `${what}, above ${Math.round(before / 1e6)} MB before`,
      against: 'budget',
      unit: 'MB',
      own: (after - before) / 1e6,
      baseline: 150,
      bar: 1,
    },
  ]
}
