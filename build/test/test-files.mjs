import { existsSync, readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { fromRoot } from '#build/setup/project.mjs'

const folders = ['shared', 'api', 'desktop', 'build', 'tests']
const notSearched = new Set(['node_modules', 'generated'])

/**
 * Every browser test: `*.e2e.ts`. Paths are relative to the root, with slashes, in a stable order.
 * @returns {string[]}
 */
export function browserTestFiles() {
  return search('tests/browser', /\.e2e\.ts$/)
}

/**
 * Every test of the production setting alone: `tests/production/*.e2e.ts`.
 * @returns {string[]}
 */
export function productionTestFiles() {
  return search('tests/production', /\.e2e\.ts$/)
}

/** Files of the other stages that also run in the production setting. */
export const PRODUCTION_TOO = {
  api: ['api/web/cards/cards.api.test.ts', 'api/web/feeds/feeds.api.test.ts'],
  browser: ['tests/browser/public-pages.e2e.ts'],
}

/**
 * Every test of the built desktop app: `*.desktop.ts`.
 * @returns {string[]}
 */
export function desktopTestFiles() {
  return search('tests/desktop', /\.desktop\.ts$/)
}

/**
 * Whether a desktop test runs in `npm test` too: that of the stand-in for Electron tests no product code,
 * and every other one uses it.
 * @param {string} file
 * @param {boolean} isFull all of them do
 */
export const isDesktopTest = (file, isFull) =>
  isFull || file !== 'tests/desktop/stand-in.desktop.ts'

/**
 * Every deployment test: `*.deploy.ts`.
 * @returns {string[]}
 */
export function deployTestFiles() {
  return search('tests/deploy', /\.deploy\.ts$/)
}

/**
 * Every test in other browser engines: `*.engine.ts`.
 * @returns {string[]}
 */
export function engineTestFiles() {
  return search('tests/engines', /\.engine\.ts$/)
}

/**
 * Every fault test: `*.fault.ts`.
 * @returns {string[]}
 */
export function faultTestFiles() {
  return search('tests/faults', /\.fault\.ts$/)
}

/**
 * Every test file of the tree, relative to the root, with slashes, in a stable order.
 * @returns {string[]}
 */
export function testFiles() {
  return folders
    .filter((folder) => existsSync(fromRoot(folder)))
    .flatMap((folder) => search(folder, /\.test\.tsx?$/))
}

/** Security tests; see docs/SECURITY.md. */
const ATTACKED = [
  'api/modules/auth',
  'api/modules/stream/stream-limits.api.test.ts',
  'api/modules/content/',
  'api/infrastructure/http/client-address.test.ts',
  'api/infrastructure/http/json-body.test.ts',
  'api/infrastructure/log.test.ts',
  'shared/html/',
  'tests/access/',
  'tests/security/',
]

/**
 * Every security test file out of `testFiles`.
 * @returns {string[]}
 */
export function attackTestFiles() {
  return testFiles().filter((file) => ATTACKED.some((start) => file.startsWith(start)))
}

/**
 * A `*.api.test.ts` file uses a database. It runs on PostgreSQL, where there is one; see runsOnPglite.
 * @param {string} file
 */
export const needsDatabase = (file) => file.endsWith('.api.test.ts')

/**
 * API test files that run on PGlite too: what depends on the database itself, what writes all its
 * tables, and what opens it in a data folder. Desktop tests run on PGlite anyway.
 */
export const ON_PGLITE_TOO = [
  // Opening, migrating and upgrading it, its errors and its transactions.
  'migrate.',
  'upgrade.',
  'reused-databases.',
  'earlier-versions.',
  'connection-pool.',
  'opening-favorite.',
  // The commands, and a process with a data folder.
  'backup.',
  'verify-counters.',
  'seed.',
  'admin.',
  'rotate-receipt-key.',
  'start-stop.',
  // SQL with locks, arrays and windows, and the triggers.
  'store.',
  'season-store.',
  'record-store.',
  'paged-list.',
  'settlement.',
  'ledger.',
  'erasure.',
  'erasure-large.',
  // Every route with every caller, and work that must not hold the thread, which PGlite shares.
  'journey.',
  'access.',
  'many-subscribers.',
].map((name) => `/${name}api.test.ts`)

/**
 * Whether an API test file runs on PGlite beside PostgreSQL.
 * @param {string} file
 * @param {boolean} isFull all of them do
 */
export const runsOnPglite = (file, isFull) =>
  needsDatabase(file) && (isFull || ON_PGLITE_TOO.some((end) => file.endsWith(end)))

/**
 * A `*.redis.test.ts` or `*.redis.api.test.ts` file also needs a Redis server.
 * @param {string} file
 */
export const needsRedis = (file) => /\.redis(\.api)?\.test\.ts$/.test(file)

/**
 * A `*.pgbouncer.api.test.ts` file also needs PgBouncer.
 * @param {string} file
 */
export const needsPgBouncer = (file) => file.endsWith('.pgbouncer.api.test.ts')

/**
 * A `*.python.test.ts` file needs Python 3.
 * @param {string} file
 */
export const needsPython = (file) => file.endsWith('.python.test.ts')

/**
 * A `*.go.test.ts` file needs Go, whose download takes longer than the test: only the full suite runs it.
 * @param {string} file
 */
export const needsGo = (file) => file.endsWith('.go.test.ts')

/**
 * A `*.tools.test.ts` or `*.tools.api.test.ts` file needs the linters and generators of toolTests.
 * @param {string} file
 */
export const needsTools = (file) => /\.tools(\.api)?\.test\.ts$/.test(file)

/**
 * The architecture rules run in a separate stage, because a violation explains other failures.
 * @param {string} file
 */
export const isArchitecture = (file) => file.startsWith('tests/architecture/')

/**
 * @param {string} folder
 * @param {RegExp} wanted
 * @returns {string[]}
 */
function search(folder, wanted) {
  const entries = readdirSync(fromRoot(...folder.split('/')), { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return notSearched.has(entry.name) ? [] : search(path, wanted)
    return wanted.test(entry.name) ? [path] : []
  })
}
