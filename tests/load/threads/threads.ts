import { rmSync } from 'node:fs'
import { readConfig } from '#api/infrastructure/config.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { migrateDatabase, openDatabase } from '#api/infrastructure/database/open.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import { checkOpenFiles } from '#tests/load/listeners.ts'
import { startProduct } from '#tests/load/processes.ts'
import type { Row } from '#tests/load/report.ts'
import { createTokens } from '#tests/load/votes.ts'
import { type FilledThread, fillThread } from './fill-thread.ts'
import { benchPages } from './pages.ts'
import { benchReaders } from './readers.ts'

const REPLIES = 5_000
const READERS = 1_000
/** Replies that are written while the readers watch, each by another person. */
const WRITTEN = 10
/** All of them, and the author of the note. */
const PEOPLE = READERS + WRITTEN + 1

/** Fills a thread; returns it with access tokens of people who may read it. */
async function fill(database: Database, env: Record<string, string>) {
  const tokens = await createTokens(database, env, PEOPLE)
  const thread = await fillThread(database, REPLIES, 1, PEOPLE)
  return { thread, tokens: tokens.slice(1) }
}

async function measure(
  label: string,
  env: Record<string, string>,
  { thread, tokens }: { thread: FilledThread; tokens: readonly string[] },
): Promise<Row[]> {
  const product = await startProduct({ ...env, LOG_LEVEL: 'silent' })
  try {
    const path = `${product.url}${API_PREFIX}/votes/${thread.voteId}/replies`
    const rows = await benchPages(label, path, { authorization: `Bearer ${tokens[0]}` })
    const people = { readers: tokens.slice(0, READERS), writers: tokens.slice(READERS) }
    return [...rows, ...(await benchReaders(label, product, thread, people))]
  } finally {
    await product.stop()
  }
}

/** The same with the embedded database, in a folder of its own. */
async function benchEmbedded(env: Record<string, string>): Promise<Row[]> {
  const folder = `${env.DATA_DIR}-embedded`
  const settings = { ...env, DATA_DIR: folder, DATABASE_URL: '' }
  const config = readConfig(settings)
  const log = createLog('silent')
  try {
    const database = await openDatabase(config, log)
    await migrateDatabase(database, config, log)
    const filled = await fill(database, settings)
    await database.close()
    return await measure('PGlite', settings, filled)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Measures a thread of 5,000 replies on both databases: its first, middle and last page in each order, and how
 * long a new reply takes to the open pages of 1,000 readers.
 */
export async function benchThreads(
  env: Record<string, string>,
  database: Database,
): Promise<Row[]> {
  checkOpenFiles(READERS)
  const rows = await measure('PostgreSQL', env, await fill(database, env))
  return [...rows, ...(await benchEmbedded(env))]
}
