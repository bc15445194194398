import { ensureChromium, ensureHeadlessShell } from '#build/setup/chromium.mjs'
import { ensureDesktopBuild } from '#build/setup/desktop-build.mjs'
import { ensureKeyring, withKeyring } from '#build/setup/keyring.mjs'
import { startPostgres } from '#build/setup/postgres.mjs'
import { ensureRedis } from '#build/setup/redis-server.mjs'
import { SetupError } from '#build/setup/step.mjs'
import { commandOf } from '#build/setup/tree.mjs'
import { ensureWebBuild } from '#build/setup/web-build.mjs'
import { bunTests, bunTestsSideBySide } from './bun-tests.mjs'
import { check } from './command.mjs'
import { playwrightTests } from './playwright-tests.mjs'
import { tally } from './tally.mjs'
import {
  browserTestFiles,
  desktopTestFiles,
  isArchitecture,
  needsDatabase,
  needsRedis,
  testFiles,
} from './test-files.mjs'

// Biome paints even into a file, letter by letter.
const colours = process.stdout.isTTY ? 'force' : 'off'
const lint = ['ci', '--error-on-warnings', `--colors=${colours}`]

/**
 * The whole suite, in the order in which a failure is cheapest to understand.
 * @param {string} bun absolute path of the binary
 * @returns {{ title: string, work: () => Promise<import('./tally.mjs').Tally> }[]}
 */
export function allStages(bun) {
  const files = testFiles()
  const rest = files.filter((file) => !isArchitecture(file) && !needsRedis(file))
  return [
    {
      title: 'format and lint',
      work: () => check('format and lint', commandOf('@biomejs/biome', 'biome'), lint),
    },
    { title: 'types', work: () => check('types', commandOf('typescript', 'tsc'), ['-p', '.']) },
    {
      title: 'types of the clients',
      work: () => check('types of the clients', commandOf('typescript', 'tsc'), ['-p', 'desktop']),
    },
    {
      title: 'architecture',
      work: () => bunTests({ bun, files: files.filter(isArchitecture) }),
    },
    { title: 'unit, and API on PGlite', work: () => bunTestsSideBySide({ bun, files: rest }) },
    { title: 'API on PostgreSQL', work: () => onPostgres(bun, rest.filter(needsDatabase)) },
    { title: 'bus on Redis', work: () => onRedis(bun, files.filter(needsRedis)) },
    { title: 'browser', work: () => inBrowser(bun, browserTestFiles()) },
    { title: 'desktop', work: () => onDesktop(bun, desktopTestFiles()) },
  ]
}

/**
 * Only the test files whose path contains one of the patterns, on PGlite.
 * @param {string} bun
 * @param {string[]} patterns
 * @param {string[]} flags handed to bun test
 */
export function someTests(bun, patterns, flags) {
  const wanted = patterns.map((pattern) => pattern.replace(/^\.\//, ''))
  const isWanted = (/** @type {string} */ file) => wanted.some((pattern) => file.includes(pattern))
  const files = testFiles().filter(isWanted)
  const ofBrowser = browserTestFiles().filter(isWanted)
  const ofDesktop = desktopTestFiles().filter(isWanted)
  const work = async () => (files.length > 0 ? bunTests({ bun, files, flags }) : tally())
  return [
    { title: `${files.length} test files`, work },
    { title: `${ofBrowser.length} browser tests`, work: () => inBrowser(bun, ofBrowser, flags) },
    { title: `${ofDesktop.length} desktop tests`, work: () => onDesktop(bun, ofDesktop, flags) },
  ]
}

/**
 * On the web build, in Chromium; always on the embedded database, for the page cannot tell.
 * @param {string} bun
 * @param {string[]} files
 * @param {string[]} [flags]
 */
async function inBrowser(bun, files, flags = []) {
  if (files.length === 0) return tally()
  const skipped = without('browser', files, () => {
    ensureChromium()
    ensureHeadlessShell()
  })
  if (skipped) return skipped
  ensureWebBuild()
  const full = process.env.TEST_SIZE === 'full'
  return playwrightTests({
    bun,
    files,
    full,
    flags: flags.map((flag) => (flag === '-t' ? '-g' : flag)),
  })
}

/**
 * On the built desktop app, in Chromium, with a keyring of its own for each process.
 * @param {string} bun
 * @param {string[]} files
 * @param {string[]} [flags]
 */
async function onDesktop(bun, files, flags = []) {
  if (files.length === 0) return tally()
  const skipped = without('desktop', files, () => {
    ensureChromium()
    ensureKeyring()
  })
  if (skipped) return skipped
  ensureDesktopBuild()
  return bunTestsSideBySide({ bun, files, flags, around: withKeyring })
}

/**
 * The tally of a stage that cannot be run because something it needs cannot be had; undefined when
 * it can.
 * @param {string} title
 * @param {string[]} files
 * @param {() => unknown} ensure
 */
function without(title, files, ensure) {
  try {
    ensure()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    const notes = [`skipped: ${title}, ${files.length} files: ${error.message}`]
    return tally({ skipped: files.length, notes })
  }
}

/**
 * On PostgreSQL, with a Redis that each file starts for itself.
 * @param {string} bun
 * @param {string[]} files
 */
async function onRedis(bun, files) {
  return without('bus on Redis', files, ensureRedis) ?? onPostgres(bun, files)
}

/**
 * On the server that TEST_DATABASE_URL names, else on a throw-away one.
 * @param {string} bun
 * @param {string[]} files
 */
async function onPostgres(bun, files) {
  if (files.length === 0) return tally()
  const given = process.env.TEST_DATABASE_URL
  if (given) return bunTestsSideBySide({ bun, files, databaseUrl: given })
  try {
    const postgres = await startPostgres()
    try {
      return await bunTestsSideBySide({ bun, files, databaseUrl: postgres.url })
    } finally {
      await postgres.stop()
    }
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    const notes = [`skipped: API on PostgreSQL, ${files.length} files: ${error.message}`]
    return tally({ skipped: files.length, notes })
  }
}
