import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDebianCommand } from '#build/setup/apt.mjs'
import { ensureDesktopBuild, ensureWebBuild } from '#build/setup/builds.mjs'
import { createAuthority, ensureCaddy, rootOf } from '#build/setup/caddy.mjs'
import { ensureChromium, ensureHeadlessShell } from '#build/setup/chromium.mjs'
import { ensureImages } from '#build/setup/containers.mjs'
import { ensureElectronNode } from '#build/setup/electron-node.mjs'
import { ensureGo } from '#build/setup/go.mjs'
import { ensureKeyring, wrapWithKeyring } from '#build/setup/keyring.mjs'
import { ensureNginx } from '#build/setup/nginx.mjs'
import { ensureOtherEngines, wrapWithDisplay } from '#build/setup/other-engines.mjs'
import { fromRoot } from '#build/setup/project.mjs'
import { ensureRedis } from '#build/setup/redis-server.mjs'
import { ensureToolFolder } from '#build/setup/tool-folder.mjs'
import { withDemo, withPostgres } from './database-suites.mjs'
import { result, sum } from './results.mjs'
import {
  bunTests,
  bunTestsInParallel,
  check,
  orSkip,
  playwrightTests,
  prepareDatabase,
} from './runners.mjs'

/** Bun calls a title filter -t, Playwright -g. @param {string[]} flags */
const playwrightFlags = (flags) =>
  flags.map((flag) => flag.replace(/^(-t|--test-name-pattern)(?==|$)/, '-g'))

/**
 * Runs browser tests on the web build in Chromium, on PostgreSQL, which takes less of the processor than
 * PGlite; on PGlite where there is none.
 * @param {string} bun
 * @param {string[]} files
 * @param {{ isFull: boolean, flags?: string[] }} options
 */
export async function browserTests(bun, files, { isFull, flags = [] }) {
  const run = (/** @type {NodeJS.ProcessEnv} */ env = {}) =>
    playwrightTests({ bun, files, isFull, flags: playwrightFlags(flags), env })
  return orSkip('browser', files, async () => {
    ensureChromium()
    ensureHeadlessShell()
    ensureWebBuild()
    if (process.env.TEST_DATABASE_URL) return run()
    return orSkip('PostgreSQL for browser tests', files, () => withDemo(bun, run), run)
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
    ensureNginx()
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
    ensureDebianCommand('python3', 'python3', 'Python 3')
    ensureDebianCommand('systemd', 'systemd-notify', "systemd's commands")
    return bunTests({ bun, files })
  })
}

/**
 * Runs tests that compare with a program in Go.
 * @param {string} bun
 * @param {string[]} files
 * @param {string[]} [flags]
 */
export async function goTests(bun, files, flags = []) {
  return orSkip('Go', files, async () => {
    ensureGo()
    return bunTests({ bun, files, flags })
  })
}

/**
 * Runs tests that check documents with programs of others: linters, a generator of clients, promtool, proxies.
 * @param {string} bun
 * @param {string[]} files
 * @param {string[]} [flags]
 */
export async function toolTests(bun, files, flags = []) {
  return orSkip('tools of others', files, async () => {
    ensureToolFolder(bun, 'tests/openapi/tools', 'the tools of OpenAPI')
    ensureDebianCommand('prometheus', 'promtool', 'promtool')
    ensureNginx()
    ensureCaddy()
    return bunTests({ bun, files, flags })
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
 * Builds `web` or `desktop` in a process of its own, so that other stages go on; it counts as one test.
 * @param {'web' | 'desktop'} kind
 */
export async function prepareBuild(kind) {
  const script = fromRoot('build', 'test', 'prepare-build.mjs')
  return check(`the build of ${kind}`, script, [kind])
}
