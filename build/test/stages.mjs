import { binOf } from '#build/setup/project.mjs'
import { bunTests, check } from './runners.mjs'
import {
  browserTests,
  deployTests,
  desktopTests,
  engineTests,
  poolerTests,
  postgresTests,
  prepareImage,
  productionTests,
  pythonTests,
  redisTests,
  selectedTests,
} from './suites.mjs'
import {
  browserTestFiles,
  deployTestFiles,
  desktopTestFiles,
  engineTestFiles,
  isArchitecture,
  needsPgBouncer,
  needsPython,
  needsRedis,
  PRODUCTION_TOO,
  productionTestFiles,
  runsOnPostgres,
  testFiles,
} from './test-files.mjs'

// Biome colors its output even in a file.
const colors = process.stdout.isTTY ? 'force' : 'off'

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
    [isArchitecture, needsRedis, needsPgBouncer, needsPython].some((is) => is(file))
  const rest = files.filter((file) => !isApart(file))
  const checks = [
    checkStage('format and lint', '@biomejs/biome', 'biome', [
      'ci',
      '--error-on-warnings',
      `--colors=${colors}`,
    ]),
    checkStage('types', 'typescript', 'tsc', ['-p', '.']),
    checkStage('types of the clients', 'typescript', 'tsc', ['-p', 'desktop']),
    checkStage('types of the service worker', 'typescript', 'tsc', ['-p', 'desktop/worker']),
    checkStage('unused code', 'knip', 'knip', []),
  ]
  const preparation = [
    { title: 'architecture', work: () => bunTests({ bun, files: files.filter(isArchitecture) }) },
    { title: 'migrated database', work: () => prepareImage(bun) },
  ]
  const onPostgres = rest.filter((file) => runsOnPostgres(file, isFull))
  const units = [
    // One process, which is busy for three quarters of its time.
    { title: 'unit, and API on PGlite', work: () => bunTests({ bun, files: rest }) },
    { title: 'events on Redis', work: () => redisTests(bun, files.filter(needsRedis)) },
    { title: 'poolers', work: () => poolerTests(bun, files.filter(needsPgBouncer)) },
    { title: 'Python', work: () => pythonTests(bun, files.filter(needsPython)) },
    { title: 'API on PostgreSQL', work: () => postgresTests(bun, onPostgres) },
  ]
  const production = {
    api: PRODUCTION_TOO.api,
    browser: [...productionTestFiles(), ...PRODUCTION_TOO.browser],
    isFull,
  }
  // Two processes each, which wait for their browser for half of it.
  const pairs = [
    { title: 'browser', work: () => browserTests(bun, browserTestFiles(), { isFull }) },
    { title: 'desktop', work: () => desktopTests(bun, desktopTestFiles()) },
    { title: 'production setting', work: () => productionTests(bun, production) },
  ]
  const large = [
    { title: 'other engines', work: () => engineTests(bun, engineTestFiles()) },
    { title: 'deployment', work: () => deployTests(bun, deployTestFiles()) },
  ]
  return [[checks, preparation], [units, pairs], ...(isFull ? [[large]] : [])]
}

/**
 * Only the test files whose path contains one of the patterns, on PGlite or TEST_DATABASE_URL.
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
  // They install other browsers, or build images for minutes, so a pattern has to name them.
  const named = (/** @type {string} */ part, /** @type {string[]} */ found) =>
    wanted.some((pattern) => pattern.includes(part)) ? found.filter(isWanted) : []
  const engines = named('engine', engineTestFiles())
  const deploy = named('deploy', deployTestFiles())
  if (process.env.TEST_SETTING === 'production') {
    const api = files.filter((file) => file.endsWith('.api.test.ts'))
    const pages = [...productionTestFiles().filter(isWanted), ...browser]
    const work = () => productionTests(bun, { api, browser: pages, isFull, flags })
    return [[[{ title: `${api.length + pages.length} files in the production setting`, work }]]]
  }
  const production = productionTestFiles().filter(isWanted)
  const stages = [
    { title: 'test files', files, work: () => selectedTests(bun, files, flags) },
    {
      title: 'browser tests',
      files: browser,
      work: () => browserTests(bun, browser, { isFull, flags }),
    },
    {
      title: 'tests in other engines',
      files: engines,
      work: () => engineTests(bun, engines, flags),
    },
    { title: 'deployment tests', files: deploy, work: () => deployTests(bun, deploy, flags) },
    {
      title: 'tests of the production setting',
      files: production,
      work: () => productionTests(bun, { api: [], browser: production, isFull, flags }),
    },
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
