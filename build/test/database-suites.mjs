import { ensurePgBouncer } from '#build/setup/pgbouncer.mjs'
import { startPostgres } from '#build/setup/postgres.mjs'
import { ensureRedis } from '#build/setup/redis-server.mjs'
import { result } from './results.mjs'
import {
  bunTests,
  bunTestsInParallel,
  isServerReachable,
  orSkip,
  prepareDatabase,
} from './runners.mjs'
import { needsDatabase } from './test-files.mjs'

/** Databases on the temporary PostgreSQL that tests copy: an empty one, and one with the demo. */
const TEMPLATE = 'tidemark_template'
const DEMO = 'tidemark_demo'

/**
 * Runs API tests on PostgreSQL. Where there is none, those that have not run on PGlite run there; in CI
 * that is a failure.
 * @param {string} bun
 * @param {string[]} files
 * @param {string[]} onPglite those that another stage runs on PGlite
 */
export async function apiTests(bun, files, onPglite) {
  return orSkip(
    'API on PostgreSQL',
    files,
    () => postgresTests(bun, files),
    async () => {
      const rest = files.filter((file) => !onPglite.includes(file))
      return bunTestsInParallel({ bun, files: rest })
    },
  )
}

/**
 * Runs tests on PostgreSQL; each starts its own Redis server.
 * @param {string} bun
 * @param {string[]} files
 */
export async function redisTests(bun, files) {
  return orSkip('events on Redis', files, async () => {
    ensureRedis()
    return postgresTests(bun, files)
  })
}

/**
 * Runs tests on PostgreSQL; each starts its own PgBouncer.
 * @param {string} bun
 * @param {string[]} files
 */
export async function poolerTests(bun, files) {
  return orSkip('poolers', files, async () => {
    ensurePgBouncer()
    return postgresTests(bun, files)
  })
}

/**
 * Runs chosen test files: the API tests among them on the server that TEST_DATABASE_URL names, else on
 * PGlite.
 * @param {string} bun
 * @param {string[]} files
 * @param {string[]} [flags]
 */
export async function selectedTests(bun, files, flags = []) {
  const databaseUrl = process.env.TEST_DATABASE_URL
  if (!databaseUrl || !files.some(needsDatabase)) return bunTests({ bun, files, flags })
  return onServer(bun, databaseUrl, () => bunTests({ bun, files, flags, databaseUrl }))
}

/**
 * Runs tests on the server that TEST_DATABASE_URL names, else on a temporary one. Throws a SetupError
 * when there is none.
 * @param {string} bun
 * @param {string[]} files
 */
async function postgresTests(bun, files) {
  if (files.length === 0) return result()
  const databaseUrl = process.env.TEST_DATABASE_URL
  if (databaseUrl) {
    return onServer(bun, databaseUrl, () => bunTestsInParallel({ bun, files, databaseUrl }))
  }
  return withPostgres(bun, (database) => bunTestsInParallel({ bun, files, ...database }))
}

/**
 * Runs `work` on a temporary PostgreSQL with a migrated database to copy.
 * @param {string} bun
 * @param {(database: { databaseUrl: string, template: string }) =>
 *   Promise<import('./results.mjs').Result>} work
 */
export async function withPostgres(bun, work) {
  const postgres = await startPostgres({ isDurable: false })
  try {
    await prepareDatabase(bun, 'template', TEMPLATE, postgres.url)
    return await work({ databaseUrl: postgres.url, template: TEMPLATE })
  } finally {
    await postgres.stop()
  }
}

/**
 * The environment of browser tests on a temporary PostgreSQL that `work` gets.
 * @param {string} bun
 * @param {(env: NodeJS.ProcessEnv) => Promise<import('./results.mjs').Result>} work
 */
export async function withDemo(bun, work) {
  return withPostgres(bun, async ({ databaseUrl, template }) => {
    await prepareDatabase(bun, 'demo', DEMO, databaseUrl)
    return work({
      TEST_DATABASE_URL: databaseUrl,
      TEST_DATABASE_TEMPLATE: template,
      TEST_DATABASE_DEMO: DEMO,
    })
  })
}

/**
 * Fails instead of running tests on a server that does not answer.
 * @param {string} bun
 * @param {string} databaseUrl
 * @param {() => Promise<import('./results.mjs').Result>} work
 */
async function onServer(bun, databaseUrl, work) {
  if (await isServerReachable(bun, databaseUrl)) return work()
  return result({ failed: 1, notes: ['failed: TEST_DATABASE_URL: the server cannot be used'] })
}
