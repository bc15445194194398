import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDesktopBuild, ensureWebBuild } from '#build/setup/builds.mjs'
import { ensureChromium, ensureHeadlessShell } from '#build/setup/chromium.mjs'
import { SetupError } from '#build/setup/command.mjs'
import { ensureImages } from '#build/setup/containers.mjs'
import { ensureKeyring, wrapWithKeyring } from '#build/setup/keyring.mjs'
import { startPostgres } from '#build/setup/postgres.mjs'
import { binOf } from '#build/setup/project.mjs'
import { ensurePython } from '#build/setup/python.mjs'
import { ensureRedis } from '#build/setup/redis-server.mjs'
import { result } from './results.mjs'
import {
  bunTests,
  bunTestsInParallel,
  check,
  playwrightTests,
  prepareDatabase,
} from './runners.mjs'
import {
  browserTestFiles,
  deployTestFiles,
  desktopTestFiles,
  isArchitecture,
  needsDatabase,
  needsPython,
  needsRedis,
  testFiles,
} from './test-files.mjs'

// Biome colors its output even in a file.
const colors = process.stdout.isTTY ? 'force' : 'off'

/** Database on the temporary PostgreSQL that tests copy. */
const TEMPLATE = 'tidemark_template'

/**
 * The whole suite: first the checks, whose failures are easiest to understand, then the tests in two
 * lanes that together keep two cores busy.
 * @param {string} bun absolute path of the binary
 * @param {{ isFull?: boolean }} [options] `isFull` includes the large matrices
 * @returns {import('./lanes.mjs').Lane[][]} see runGroups
 */
export function allStages(bun, { isFull = false } = {}) {
  const files = testFiles()
  const isApart = (/** @type {string} */ file) =>
    isArchitecture(file) || needsRedis(file) || needsPython(file)
  const rest = files.filter((file) => !isApart(file))
  const checks = [
    checkStage('format and lint', '@biomejs/biome', 'biome', [
      'ci',
      '--error-on-warnings',
      `--colors=${colors}`,
    ]),
    checkStage('types', 'typescript', 'tsc', ['-p', '.']),
    checkStage('types of the clients', 'typescript', 'tsc', ['-p', 'desktop']),
    checkStage('unused code', 'knip', 'knip', []),
  ]
  const preparation = [
    { title: 'architecture', work: () => bunTests({ bun, files: files.filter(isArchitecture) }) },
    { title: 'migrated database', work: () => prepareImage(bun) },
  ]
  // One process, which is busy for three quarters of its time.
  const units = [
    { title: 'unit, and API on PGlite', work: () => bunTests({ bun, files: rest }) },
    { title: 'events on Redis', work: () => redisTests(bun, files.filter(needsRedis)) },
    { title: 'Python', work: () => pythonTests(bun, files.filter(needsPython)) },
  ]
  // Two processes each, which wait for their browser, server or database for half of it.
  const pairs = [
    { title: 'browser', work: () => browserTests(bun, browserTestFiles(), { isFull }) },
    { title: 'desktop', work: () => desktopTests(bun, desktopTestFiles()) },
    { title: 'API on PostgreSQL', work: () => postgresTests(bun, rest.filter(needsDatabase)) },
  ]
  const deployment = [{ title: 'deployment', work: () => deployTests(bun, deployTestFiles()) }]
  return [[checks, preparation], [units, pairs], ...(isFull ? [[deployment]] : [])]
}

/**
 * Only the test files whose path contains one of the patterns, on PGlite.
 * @param {string} bun
 * @param {string[]} patterns
 * @param {string[]} flags for the test runner; `-t TITLE` filters in both
 * @param {{ isFull?: boolean }} [options]
 * @returns {import('./lanes.mjs').Lane[][]}
 */
export function selectedStages(bun, patterns, flags, { isFull = false } = {}) {
  const wanted = patterns.map((pattern) => pattern.replace(/^\.\//, ''))
  const isWanted = (/** @type {string} */ file) =>
    wanted.length === 0 || wanted.some((pattern) => file.includes(pattern))
  const files = testFiles().filter(isWanted)
  const browser = browserTestFiles().filter(isWanted)
  const desktop = desktopTestFiles().filter(isWanted)
  // They build images for minutes, so a pattern has to name them.
  const deploy = wanted.some((pattern) => pattern.includes('deploy'))
    ? deployTestFiles().filter(isWanted)
    : []
  const stages = [
    { title: 'test files', files, work: () => bunTests({ bun, files, flags }) },
    {
      title: 'browser tests',
      files: browser,
      work: () => browserTests(bun, browser, { isFull, flags }),
    },
    { title: 'deployment tests', files: deploy, work: () => deployTests(bun, deploy, flags) },
    { title: 'desktop tests', files: desktop, work: () => desktopTests(bun, desktop, flags) },
  ]
  const lane = stages
    .filter((stage) => stage.files.length > 0)
    .map(({ title, files, work }) => ({ title: `${files.length} ${title}`, work }))
  return [[lane]]
}

/**
 * @param {string} title
 * @param {string} packageName
 * @param {string} command
 * @param {string[]} args
 * @returns {import('./lanes.mjs').Stage}
 */
function checkStage(title, packageName, command, args) {
  return { title, work: () => check(title, binOf(packageName, command), args) }
}

/**
 * Runs browser tests on the web build in Chromium, with the embedded database.
 * @param {string} bun
 * @param {string[]} files
 * @param {{ isFull: boolean, flags?: string[] }} options
 */
async function browserTests(bun, files, { isFull, flags = [] }) {
  return orSkip('browser', files, async () => {
    ensureChromium()
    ensureHeadlessShell()
    ensureWebBuild()
    // Bun calls a title filter -t, Playwright -g.
    const own = flags.map((flag) => flag.replace(/^(-t|--test-name-pattern)(?==|$)/, '-g'))
    return playwrightTests({ bun, files, isFull, flags: own })
  })
}

/**
 * Runs desktop tests on the built app in Chromium, each process with a separate keyring.
 * @param {string} bun
 * @param {string[]} files
 * @param {string[]} [flags]
 */
async function desktopTests(bun, files, flags = []) {
  return orSkip('desktop', files, async () => {
    ensureChromium()
    ensureKeyring()
    ensureDesktopBuild()
    return bunTestsInParallel({ bun, files, flags, wrap: wrapWithKeyring })
  })
}

/**
 * Runs tests that compare with a program in Python.
 * @param {string} bun
 * @param {string[]} files
 */
async function pythonTests(bun, files) {
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
async function deployTests(bun, files, flags = []) {
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
async function redisTests(bun, files) {
  return orSkip('events on Redis', files, async () => {
    ensureRedis()
    return postgresTests(bun, files)
  })
}

/**
 * Runs tests on the server that TEST_DATABASE_URL names, else on a temporary one.
 * @param {string} bun
 * @param {string[]} files
 */
async function postgresTests(bun, files) {
  if (files.length === 0) return result()
  const databaseUrl = process.env.TEST_DATABASE_URL
  if (databaseUrl) return bunTestsInParallel({ bun, files, databaseUrl })
  return orSkip('API on PostgreSQL', files, async () => {
    const postgres = await startPostgres({ isDurable: false })
    try {
      await prepareDatabase(bun, 'template', TEMPLATE, postgres.url)
      return await bunTestsInParallel({
        bun,
        files,
        databaseUrl: postgres.url,
        template: TEMPLATE,
      })
    } finally {
      await postgres.stop()
    }
  })
}

/**
 * Writes the image of a migrated database that all later stages copy; it counts as one test.
 * @param {string} bun
 */
async function prepareImage(bun) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-image-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'database.tar.gz')
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
