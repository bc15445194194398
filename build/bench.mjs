import './setup/node-version.mjs'
import { spawnSync } from 'node:child_process'
import { ensureDebianCommand } from './setup/apt.mjs'
import { ensureDesktopBuild, ensureWebBuild } from './setup/builds.mjs'
import { ensureChromium, ensureHeadlessShell } from './setup/chromium.mjs'
import { exitOnSetupError, exitWithNpm, SetupError } from './setup/command.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { startPostgres } from './setup/postgres.mjs'
import { envWithBun } from './setup/project.mjs'
import { BENCHMARK_TIMEOUT_MS, run } from './test/runners.mjs'

// npm run bench                  the whole table, half an hour on two cores
// npm run bench -- hot votes     selected parts: hot, lists, votes, content, growth, chart, pages,
//                                queries, web, desktop, moderation

exitWithNpm()

/** Parts that need a browser and no PostgreSQL. */
const inBrowser = new Set(['chart', 'web'])
/** Parts that need neither. */
const isPlain = (/** @type {string} */ name) => name === 'content'
const isDesktop = (/** @type {string} */ name) => name === 'desktop'
const parts = process.argv.slice(2)
const needsServer =
  parts.length === 0 ||
  parts.some((name) => !inBrowser.has(name) && !isDesktop(name) && !isPlain(name))
/** Reads pages in a browser and in the desktop app, and needs PostgreSQL. */
const isEverywhere = (/** @type {string} */ name) => name === 'moderation'
/** Read the web build without a browser. */
const isPages = (/** @type {string} */ name) => name === 'pages' || name === 'queries'
const needsBrowser =
  parts.length === 0 || parts.some((name) => inBrowser.has(name) || isEverywhere(name))

const needsDesktop =
  parts.length === 0 || parts.some((name) => isDesktop(name) || isEverywhere(name))

const { bun, postgres } = await exitOnSetupError(async () => {
  const binary = ensureDependencies()
  if (needsBrowser || parts.some(isPages)) ensureWebBuild()
  if (needsBrowser) {
    ensureChromium()
    ensureHeadlessShell()
  }
  if (needsDesktop) ensureDesktopBuild()
  if (!needsServer) return { bun: binary, postgres: null }
  ensureDebianCommand('wrk', 'wrk', 'the load generator wrk')
  const server = await startPostgres()
  if (spawnSync('pgbench', ['--version']).error) {
    throw new SetupError('pgbench is missing; it comes with PostgreSQL and must be in PATH')
  }
  return { bun: binary, postgres: server }
})
try {
  const args = ['--no-orphans', '--no-env-file', 'tests/load/bench.ts', ...parts]
  process.exitCode =
    (await run(
      bun,
      args,
      envWithBun(bun, { TEST_DATABASE_URL: postgres?.url ?? '' }),
      BENCHMARK_TIMEOUT_MS,
    )) ?? 1
} finally {
  await postgres?.stop()
}
