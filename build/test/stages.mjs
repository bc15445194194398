import { binOf } from '#build/setup/project.mjs'
import { apiTests, poolerTests, redisTests, selectedTests } from './database-suites.mjs'
import { bunTests, check } from './runners.mjs'
import {
  browserTests,
  deployTests,
  desktopTests,
  engineTests,
  goTests,
  prepareBuild,
  prepareImage,
  productionTests,
  pythonTests,
  toolTests,
} from './suites.mjs'
import {
  browserTestFiles,
  deployTestFiles,
  desktopTestFiles,
  engineTestFiles,
  isArchitecture,
  isDesktopTest,
  needsDatabase,
  needsGo,
  needsPgBouncer,
  needsPython,
  needsRedis,
  needsTools,
  PRODUCTION_TOO,
  productionTestFiles,
  runsOnPglite,
  testFiles,
} from './test-files.mjs'

// Biome colors its output even in a file.
const colors = process.stdout.isTTY ? 'force' : 'off'

/** Titles of the stages that others wait for. */
const IMAGE = 'migrated database'
const WEB_BUILD = 'web interface'
const DESKTOP_BUILD = 'desktop app'

/** Kinds of test files that have a stage of their own. */
const APART = [isArchitecture, needsRedis, needsPgBouncer, needsPython, needsTools, needsGo]

/**
 * The whole suite in the order in which two lanes take its stages: first the checks, whose failures are
 * easiest to understand, and what tests need, then the tests, the longest first.
 * @param {string} bun absolute path of the binary
 * @param {{ isFull?: boolean }} [options] `isFull` includes the large matrices
 * @returns {import('./lanes.mjs').Stage[]}
 */
export function allStages(bun, { isFull = false } = {}) {
  const files = testFiles()
  const isApart = (/** @type {string} */ file) => APART.some((is) => is(file))
  const rest = files.filter((file) => !isApart(file))
  const units = rest.filter((file) => !needsDatabase(file))
  const onPglite = rest.filter((file) => runsOnPglite(file, isFull))
  const onPostgres = rest.filter(needsDatabase)
  const desktop = desktopTestFiles().filter((file) => isDesktopTest(file, isFull))
  const production = {
    api: PRODUCTION_TOO.api,
    browser: [...productionTestFiles(), ...PRODUCTION_TOO.browser],
    isFull,
  }
  const checks = [
    checkStage('format and lint', '@biomejs/biome', 'biome', [
      'ci',
      '--error-on-warnings',
      `--colors=${colors}`,
    ]),
    { title: IMAGE, work: () => prepareImage(bun) },
    { title: WEB_BUILD, work: () => prepareBuild('web') },
    { title: 'architecture', work: () => bunTests({ bun, files: files.filter(isArchitecture) }) },
    checkStage('types', 'typescript', 'tsc', ['-p', '.']),
    checkStage('types of the clients', 'typescript', 'tsc', ['-p', 'desktop']),
    checkStage('types of the service worker', 'typescript', 'tsc', ['-p', 'desktop/worker']),
    checkStage('unused code', 'knip', 'knip', []),
    { title: DESKTOP_BUILD, work: () => prepareBuild('desktop') },
  ]
  const tests = [
    {
      title: 'browser',
      after: [IMAGE, WEB_BUILD],
      work: () => browserTests(bun, browserTestFiles(), { isFull }),
    },
    {
      title: 'unit, and API on PGlite',
      after: [IMAGE],
      work: () => bunTests({ bun, files: [...units, ...onPglite] }),
    },
    {
      title: 'API on PostgreSQL',
      after: [IMAGE],
      work: () => apiTests(bun, onPostgres, onPglite),
    },
    {
      title: 'desktop',
      after: [IMAGE, DESKTOP_BUILD],
      work: () => desktopTests(bun, desktop),
    },
    {
      title: 'production setting',
      after: [WEB_BUILD],
      work: () => productionTests(bun, production),
    },
    { title: 'poolers', work: () => poolerTests(bun, files.filter(needsPgBouncer)) },
    { title: 'events on Redis', work: () => redisTests(bun, files.filter(needsRedis)) },
    { title: 'Python', work: () => pythonTests(bun, files.filter(needsPython)) },
    { title: 'tools of others', work: () => toolTests(bun, files.filter(needsTools)) },
  ]
  const before = tests.map(({ title }) => title)
  const engines = 'other engines'
  const large = [
    { title: 'Go', after: before, work: () => goTests(bun, files.filter(needsGo)) },
    { title: engines, after: before, work: () => engineTests(bun, engineTestFiles()) },
    {
      title: 'deployment',
      after: [...before, engines],
      work: () => deployTests(bun, deployTestFiles()),
    },
  ]
  return [...checks, ...tests, ...(isFull ? large : [])]
}

/**
 * Only the test files whose path contains one of the patterns, on PGlite or TEST_DATABASE_URL.
 * @param {string} bun
 * @param {string[]} patterns
 * @param {string[]} flags for the test runner; `-t TITLE` filters in both
 * @param {{ isFull?: boolean }} [options]
 * @returns {import('./lanes.mjs').Stage[]} for one lane
 */
export function selectedStages(bun, patterns, flags, { isFull = false } = {}) {
  const wanted = patterns.map((pattern) => pattern.replace(/^\.\//, ''))
  const isWanted = (/** @type {string} */ file) =>
    wanted.length === 0 || wanted.some((pattern) => file.includes(pattern))
  const wantedFiles = testFiles().filter(isWanted)
  const files = wantedFiles.filter((file) => !needsTools(file) && !needsGo(file))
  const withTools = wantedFiles.filter(needsTools)
  const browser = browserTestFiles().filter(isWanted)
  const desktop = desktopTestFiles().filter(isWanted)
  // They install other browsers or Go, or build images for minutes, so a pattern has to name them.
  const named = (/** @type {string} */ part, /** @type {string[]} */ found) =>
    wanted.some((pattern) => pattern.includes(part)) ? found.filter(isWanted) : []
  const go = named('.go', wantedFiles.filter(needsGo))
  const engines = named('engine', engineTestFiles())
  const deploy = named('deploy', deployTestFiles())
  if (process.env.TEST_SETTING === 'production') {
    const api = files.filter((file) => file.endsWith('.api.test.ts'))
    const pages = [...productionTestFiles().filter(isWanted), ...browser]
    const work = () => productionTests(bun, { api, browser: pages, isFull, flags })
    return [{ title: `${api.length + pages.length} files in the production setting`, work }]
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
    {
      title: 'tests with tools of others',
      files: withTools,
      work: () => toolTests(bun, withTools, flags),
    },
    { title: 'tests with Go', files: go, work: () => goTests(bun, go, flags) },
    { title: 'deployment tests', files: deploy, work: () => deployTests(bun, deploy, flags) },
    {
      title: 'tests of the production setting',
      files: production,
      work: () => productionTests(bun, { api: [], browser: production, isFull, flags }),
    },
    { title: 'desktop tests', files: desktop, work: () => desktopTests(bun, desktop, flags) },
  ]
  return stages
    .filter((stage) => stage.files.length > 0)
    .map(({ title, files, work }) => ({ title: `${files.length} ${title}`, work }))
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
