import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDesktopBuild, ensureWebBuild } from '#build/setup/builds.mjs'
import { createAuthority, rootOf } from '#build/setup/caddy.mjs'
import { ensureChromium, ensureHeadlessShell } from '#build/setup/chromium.mjs'
import { SetupError } from '#build/setup/command.mjs'
import { ensureImages } from '#build/setup/containers.mjs'
import { ensureElectronNode } from '#build/setup/electron-node.mjs'
import { ensureKeyring, wrapWithKeyring } from '#build/setup/keyring.mjs'
import { ensureOtherEngines, wrapWithDisplay } from '#build/setup/other-engines.mjs'
import { ensurePgBouncer } from '#build/setup/pgbouncer.mjs'
import { startPostgres } from '#build/setup/postgres.mjs'
import { ensurePython } from '#build/setup/python.mjs'
import { ensureRedis } from '#build/setup/redis-server.mjs'
import { result, sum } from './results.mjs'
import {
  bunTests,
  bunTestsInParallel,
  isServerReachable,
  playwrightTests,
  prepareDatabase,
} from './runners.mjs'
import { needsDatabase } from './test-files.mjs'

/** Database on the temporary PostgreSQL that tests copy. */
const TEMPLATE = 'tidemark_template'

/** Bun calls a title filter -t, Playwright -g. @param {string[]} flags */
const playwrightFlags = (flags) =>
  flags.map((flag) => flag.replace(/^(-t|--test-name-pattern)(?==|$)/, '-g'))

/**
 * Runs browser tests on the web build in Chromium, with the embedded database.
 * @param {string} bun
 * @param {string[]} files
 * @param {{ isFull: boolean, flags?: string[] }} options
 */
export async function browserTests(bun, files, { isFull, flags = [] }) {
  return orSkip('browser', files, async () => {
    ensureChromium()
    ensureHeadlessShell()
    ensureWebBuild()
    return playwrightTests({ bun, files, isFull, flags: playwrightFlags(flags) })
  })
}

/**
 * Runs tests in the production setting: NODE_ENV=production and an https PUBLIC_URL behind Caddy with the
 * shipped Caddyfile, PostgreSQL, Redis and a sign-in provider of its own.
 * @param {string} bun
 * @param {{ api: string[], browser: string[], isFull?: boolean, flags?: string[] }} options test files
 */
export async function productionTests(bun, { api, browser, isFull = false, flags = [] }) {
  return orSkip('production setting', [...api, ...browser], async () => {
    ensureRedis()
    ensureChromium()
    ensureHeadlessShell()
    ensureWebBuild()
    const authority = await createAuthority()
    return withPostgres(bun, async ({ databaseUrl, template }) => {
      const env = {
        TEST_PRODUCTION: authority,
        NODE_EXTRA_CA_CERTS: rootOf(authority),
        TEST_DATABASE_URL: databaseUrl,
        TEST_DATABASE_TEMPLATE: template,
      }
      const results = []
      if (api.length > 0) results.push(await bunTests({ bun, files: api, flags, env }))
      if (browser.length > 0) {
        const own = playwrightFlags(flags)
        results.push(await playwrightTests({ bun, files: browser, isFull, flags: own, env }))
      }
      return sum(results)
    })
  })
}

/**
 * Runs desktop tests on the built app in Chromium, on Linux each process with a separate keyring.
 * Elsewhere only real-electron.desktop.ts runs, on the system's keychain.
 * @param {string} bun
 * @param {string[]} files
 * @param {string[]} [flags]
 */
export async function desktopTests(bun, files, flags = []) {
  return orSkip('desktop', files, async () => {
    ensureChromium()
    ensureDesktopBuild()
    if (process.platform !== 'linux') return bunTests({ bun, files, flags })
    ensureKeyring()
    if (files.includes('tests/desktop/node.desktop.ts')) ensureElectronNode()
    return bunTestsInParallel({ bun, files, flags, wrap: wrapWithKeyring })
  })
}

/**
 * Runs tests on the web build in Firefox and WebKitGTK, and of the app's origin in QtWebEngine.
 * @param {string} bun
 * @param {string[]} files
 * @param {string[]} [flags]
 */
export async function engineTests(bun, files, flags = []) {
  return orSkip('other engines', files, async () => {
    ensureOtherEngines()
    ensureWebBuild()
    return bunTests({ bun, files, flags, wrap: wrapWithDisplay })
  })
}

/**
 * Runs tests that compare with a program in Python.
 * @param {string} bun
 * @param {string[]} files
 */
export async function pythonTests(bun, files) {
  return orSkip('Python', files, async () => {
    ensurePython()
    return bunTests({ bun, files })
  })
}

/**
 * Runs tests of the images, the composition and the systemd unit.
 * @param {string} bun
 * @param {string[]} files
 * @param {string[]} [flags]
 */
export async function deployTests(bun, files, flags = []) {
  return orSkip('deployment', files, async () => {
    Object.assign(process.env, ensureImages())
    return bunTests({ bun, files, flags })
  })
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
 * Runs tests on the server that TEST_DATABASE_URL names, else on a temporary one.
 * @param {string} bun
 * @param {string[]} files
 */
export async function postgresTests(bun, files) {
  if (files.length === 0) return result()
  const databaseUrl = process.env.TEST_DATABASE_URL
  if (databaseUrl) {
    return onServer(bun, databaseUrl, () => bunTestsInParallel({ bun, files, databaseUrl }))
  }
  return orSkip('API on PostgreSQL', files, () =>
    withPostgres(bun, (database) => bunTestsInParallel({ bun, files, ...database })),
  )
}

/**
 * Runs `work` on a temporary PostgreSQL with a migrated database to copy.
 * @param {string} bun
 * @param {(database: { databaseUrl: string, template: string }) =>
 *   Promise<import('./results.mjs').Result>} work
 */
async function withPostgres(bun, work) {
  const postgres = await startPostgres({ isDurable: false })
  try {
    await prepareDatabase(bun, 'template', TEMPLATE, postgres.url)
    return await work({ databaseUrl: postgres.url, template: TEMPLATE })
  } finally {
    await postgres.stop()
  }
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
 * Fails instead of running tests on a server that does not answer.
 * @param {string} bun
 * @param {string} databaseUrl
 * @param {() => Promise<import('./results.mjs').Result>} work
 */
async function onServer(bun, databaseUrl, work) {
  if (await isServerReachable(bun, databaseUrl)) return work()
  return result({ failed: 1, notes: ['failed: TEST_DATABASE_URL: the server cannot be used'] })
}

/**
 * Writes the image of a migrated database that all later stages copy; it counts as one test.
 * @param {string} bun
 */
export async function prepareImage(bun) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-image-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'database.tar')
  await prepareDatabase(bun, 'image', file)
  process.env.TEST_DATABASE_IMAGE = file
  return result({ passed: 1 })
}

/**
 * Skips a stage whose requirements cannot be installed; in CI that is a failure.
 * @param {string} title
 * @param {string[]} files
 * @param {() => Promise<import('./results.mjs').Result>} work
 */
async function orSkip(title, files, work) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    const note = `${title}, ${files.length} files: ${error.message}`
    return process.env.CI === 'true'
      ? result({ failed: files.length, notes: [`failed: ${note}`] })
      : result({ skipped: files.length, notes: [`skipped: ${note}`] })
  }
}
