import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#api/infrastructure/config.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { migrate } from '#api/infrastructure/database/migrate.ts'
import { openDatabase } from '#api/infrastructure/database/open.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import { startProduct } from '#tests/load/processes.ts'
import type { Row } from '#tests/load/report.ts'
import { shortCount } from '#tests/load/scale-size.ts'
import { addReaders, fillSearch, type Readers } from './fill-search.ts'
import { measureWrites } from './note-writes.ts'
import { makeQueries } from './queries.ts'
import { createTextMaker, type TextMaker } from './texts.ts'

const QUERIES = 300
const PROBE_MS = 10
const MB = 1_000_000

/** Bars in ms. */
const SERVER = { p95: 60, worst: 250 }
const EMBEDDED = { p95: 150, livez: 50 }
/** Of the index against the text, and of a note with its document against one without. */
const INDEX_MAX = 2
const WRITE_MAX = 1.15

const SIZES = statement(
  `SELECT sum(octet_length(title) + octet_length(body)) AS text,
    pg_relation_size('search_document_public_tokens_reader_tokens_idx') AS index,
    sum(pg_column_size(public_tokens) + pg_column_size(reader_tokens)) AS tokens
  FROM search_document`,
  { text: column.int, index: column.int, tokens: column.int },
)

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN

async function timeOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  const begin = performance.now()
  const reply = await fetch(url, { headers })
  await reply.arrayBuffer()
  // A search that took too long counts with the time until its refusal.
  if (!reply.ok && reply.status !== 503) throw new Error(`${reply.status} from ${url}`)
  return performance.now() - begin
}

/** Times in ms of each query by each reader, one after the other, and of /livez meanwhile; sorted. */
async function searchAll(url: string, queries: readonly string[], readers: Readers) {
  const times: Record<string, number[]> = {}
  const livez: number[] = []
  const search = (query: string, headers: Record<string, string>) =>
    timeOf(`${url}${API_PREFIX}/search?q=${encodeURIComponent(query)}`, headers)
  let isRunning = true
  const probe = async () => {
    while (isRunning) {
      livez.push(await timeOf(`${url}/livez`))
      await Bun.sleep(PROBE_MS)
    }
  }
  const probing = probe()
  for (const [reader, headers] of Object.entries(readers)) {
    // The first ones open connections and compile code.
    for (const query of queries.slice(0, 3)) await search(query, headers)
    const own: number[] = []
    for (const query of queries) own.push(await search(query, headers))
    times[reader] = own.sort((a, b) => a - b)
  }
  isRunning = false
  await probing
  return { times, livez: livez.sort((a, b) => a - b) }
}

const budget = (what: string, own: number, baseline: number, bar: 1 | null = 1): Row => ({
  ...{ what, own, baseline, bar },
  against: 'budget',
  unit: 'ms',
})

function searchRows(
  what: string,
  { times, livez }: Awaited<ReturnType<typeof searchAll>>,
  max: { p95: number; worst?: number; livez?: number },
): Row[] {
  const all = Object.values(times)
    .flat()
    .sort((a, b) => a - b)
  return [
    budget(`${what}, p50`, at(all, 0.5), max.p95, null),
    budget(`${what}, p95`, at(all, 0.95), max.p95),
    ...Object.entries(times).map(([reader, own]) =>
      budget(`… by a ${reader}, p95`, at(own, 0.95), max.p95, null),
    ),
    budget(`${what}, worst`, at(all, 1), max.worst ?? max.p95, max.worst === undefined ? null : 1),
    budget('GET /livez meanwhile, p99', at(livez, 0.99), max.livez ?? 50, max.livez ? 1 : null),
  ]
}

async function sizeRows(what: string, database: Database): Promise<Row[]> {
  const [sizes] = await database.query(SIZES)
  if (!sizes) throw new Error('a row of sizes was expected')
  const text = { against: 'their text', unit: 'MB', baseline: sizes.text / MB } as const
  return [
    { what: `index of ${what}`, ...text, own: sizes.index / MB, bar: INDEX_MAX },
    { what: `tokens of ${what}`, ...text, own: sizes.tokens / MB, bar: null },
  ]
}

async function benchEmbedded(texts: number, maker: TextMaker): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-search-'))
  const secret = crypto.randomUUID() + crypto.randomUUID()
  const env = {
    ...{ DATABASE_URL: '', DATA_DIR: folder, PORT: '0', PRICE_FEED: 'simulated' },
    ...{ JWT_SECRET: secret, LOG_LEVEL: 'silent' },
  }
  const what = `${shortCount(texts)} texts, PGlite`
  try {
    const database = await openDatabase(readConfig(env), createLog('silent'))
    await migrate(database)
    await fillSearch(database, texts, maker)
    const readers = await addReaders(database, env)
    const sizes = await sizeRows(what, database)
    await database.close()
    const product = await startProduct(env)
    const searched = await searchAll(product.url, makeQueries(maker, QUERIES), readers)
    await product.stop()
    return [...searchRows(`search in ${what}`, searched, EMBEDDED), ...sizes]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Measures searches over HTTP by guests, members and voters, their index and the write of a note: with `texts` in
 * PostgreSQL and a tenth of them in PGlite.
 */
export async function benchSearch(
  env: Record<string, string>,
  database: Database,
  texts: number,
): Promise<Row[]> {
  const maker = await createTextMaker()
  const what = `${shortCount(texts)} texts, PostgreSQL`
  await fillSearch(database, texts, maker)
  const readers = await addReaders(database, env)
  const sizes = await sizeRows(what, database)
  const product = await startProduct({ ...env, LOG_LEVEL: 'silent' })
  const searched = await searchAll(product.url, makeQueries(maker, QUERIES), readers)
  await product.stop()
  const writes = await measureWrites(database, maker)
  return [
    ...searchRows(`search in ${what}`, searched, SERVER),
    ...sizes,
    {
      what: `a note written among ${what}`,
      ...{ against: 'without its document', unit: 'ms', ...writes, bar: WRITE_MAX },
    },
    ...(await benchEmbedded(texts / 10, maker)),
  ]
}
