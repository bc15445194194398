import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SetupError } from '#build/setup/command.mjs'
import { envWithBun, fromRoot } from '#build/setup/project.mjs'
import { readJunit, readPlaywrightReport, result, sum } from './results.mjs'

const MINUTE_MS = 60 * 1000
/**
 * Time limit of a command of the tests, in minutes: in CI within the 90 of its job, so that the message
 * names what hangs. `npm run test:full` and a slow computer need longer.
 * @param {Record<string, string | undefined>} env such as process.env
 */
export const commandMinutes = ({ CI, TEST_FULL }) => (CI === 'true' && !TEST_FULL ? 80 : 180)
/** Time limit of all parts of a benchmark, which have limits of their own (ms). */
export const BENCHMARK_TIMEOUT_MS = 180 * MINUTE_MS
/** Time limit of a test (ms): the first use of PGlite takes seconds on a busy machine. */
const TEST_TIMEOUT_MS = 180_000

/** Output of the commands of one stage, while other stages run beside it. */
const captured = /** @type {AsyncLocalStorage<Buffer[]>} */ (new AsyncLocalStorage())

/**
 * Runs `work` with the output of its commands captured.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<{ value: T, output: string }>}
 */
export async function withCapturedOutput(work) {
  /** @type {Buffer[]} */
  const parts = []
  const value = await captured.run(parts, work)
  return { value, output: Buffer.concat(parts).toString() }
}

/**
 * Runs a command with its output shown, or captured by withCapturedOutput.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {number} [limitMs]
 * @returns {Promise<number | null>} the exit code; null after a signal or the time limit
 */
export function run(command, args, env, limitMs = commandMinutes(process.env) * MINUTE_MS) {
  const parts = captured.getStore()
  const output = parts ? 'pipe' : 'inherit'
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: fromRoot(), env, stdio: ['ignore', output, output] })
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (part) => parts?.push(part))
    }
    const expire = () => {
      console.error(`tidemark: not within ${limitMs / MINUTE_MS} min: ${args.join(' ')}`)
      child.kill('SIGKILL')
    }
    const timer = setTimeout(expire, limitMs)
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve(code)
    })
  })
}

/**
 * Runs a checker such as a linter with Node; it counts as one test.
 * @param {string} title
 * @param {string} script
 * @param {string[]} args
 */
export async function check(title, script, args) {
  const code = await run(process.execPath, [script, ...args], process.env)
  return code === 0 ? result({ passed: 1 }) : result({ failed: 1, notes: [`failed: ${title}`] })
}

/**
 * @typedef {{
 *   bun: string
 *   files: string[]
 *   databaseUrl?: string | undefined
 *   template?: string | undefined
 *   flags?: string[]
 *   env?: NodeJS.ProcessEnv
 *   wrap?: (command: string, args: string[]) => { command: string, args: string[] }
 * }} BunTestOptions `databaseUrl` undefined means PGlite; `template` names a migrated database to copy;
 *   `wrap` makes the command that runs Bun
 */

/**
 * Runs test files with Bun. Ignores a developer's .env file, which may name a real database.
 * @param {BunTestOptions} options
 * @returns {Promise<import('./results.mjs').Result>}
 */
export function bunTests({ bun, files, databaseUrl, template, flags = [], env: own, wrap }) {
  return withReport('junit.xml', async (report) => {
    const limits = ['--no-orphans', '--only-failures', `--timeout=${TEST_TIMEOUT_MS}`]
    const output = ['--reporter=junit', `--reporter-outfile=${report}`]
    const paths = files.map((file) => `./${file}`)
    const args = ['--no-env-file', 'test', ...limits, ...output, ...flags, ...paths]
    const whole = wrap?.(bun, args) ?? { command: bun, args }
    const database = { TEST_DATABASE_URL: databaseUrl, TEST_DATABASE_TEMPLATE: template }
    const env = envWithBun(bun, { ...database, ...own })
    const code = await run(whole.command, whole.args, env)
    // With a filter, a file without a matching test is no failure.
    return [code, (text) => readJunit(text, flags.length > 0 ? [] : files)]
  })
}

/**
 * Runs test files in two processes: a test mostly waits for its browser, server or database, so one
 * process leaves a core idle.
 * @param {BunTestOptions} options
 * @returns {Promise<import('./results.mjs').Result>}
 */
export async function bunTestsInParallel({ files, ...options }) {
  const weightOf = (/** @type {string} */ file) => statSync(fromRoot(file)).size
  const shares = splitEvenly(files, weightOf, 2)
  return sum(await Promise.all(shares.map((share) => bunTests({ ...options, files: share }))))
}

/**
 * Runs browser tests with Playwright's own runner under Bun.
 * @param {{
 *   bun: string
 *   files: string[]
 *   isFull?: boolean
 *   flags?: string[]
 *   env?: NodeJS.ProcessEnv
 * }} options `isFull` includes the tests tagged @full; `flags` are Playwright's own
 * @returns {Promise<import('./results.mjs').Result>}
 */
export function playwrightTests({ bun, files, isFull = false, flags = [], env = {} }) {
  return withReport('report.json', async (report) => {
    const cli = fromRoot('node_modules', 'playwright', 'cli.js')
    const selection = isFull ? [] : ['--grep-invert=@full']
    const args = ['--no-env-file', '--bun', cli, 'test', ...selection, ...flags, ...files]
    const code = await run(bun, args, envWithBun(bun, { ...env, PLAYWRIGHT_REPORT: report }))
    return [code, (text) => readPlaywrightReport(text ? JSON.parse(text) : { suites: [] })]
  })
}

/**
 * Creates what tests copy instead of migrating; see prepare-database.ts.
 * @param {string} bun
 * @param {'image' | 'template' | 'demo'} kind
 * @param {string} target
 * @param {string} [databaseUrl]
 */
export async function prepareDatabase(bun, kind, target, databaseUrl) {
  const script = fromRoot('build', 'test', 'prepare-database.ts')
  const env = envWithBun(bun, { TEST_DATABASE_URL: databaseUrl })
  const code = await run(bun, ['--no-env-file', script, kind, target], env)
  if (code !== 0) throw new Error(`prepare-database.ts ended with ${code}`)
}

/**
 * Whether the server of TEST_DATABASE_URL answers; prints one line when it does not.
 * @param {string} bun
 * @param {string} databaseUrl
 */
export async function isServerReachable(bun, databaseUrl) {
  const script = fromRoot('build', 'test', 'prepare-database.ts')
  const env = envWithBun(bun, { TEST_DATABASE_URL: databaseUrl })
  return (await run(bun, ['--no-env-file', script, 'check'], env)) === 0
}

/**
 * Runs with a temporary report file and counts its results. An exit code that the report does not
 * explain is an additional failure.
 * @param {string} name
 * @param {(report: string) => Promise<
 *   [code: number | null, read: (text: string) => import('./results.mjs').Result]
 * >} work
 */
async function withReport(name, work) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-report-'))
  const report = join(folder, name)
  const clear = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', clear)
  const [code, read] = await work(report)
  const counted = read(existsSync(report) ? readFileSync(report, 'utf8') : '')
  process.off('exit', clear)
  clear()
  if (code === 0 || counted.failed > 0) return counted
  const notes = [...counted.notes, `failed: the test runner ended with ${code ?? 'a signal'}`]
  return result({ ...counted, failed: 1, notes })
}

/**
 * Skips a stage whose requirements cannot be installed, with `instead` in its place; in CI that is a
 * failure.
 * @param {string} title
 * @param {string[]} files
 * @param {() => Promise<import('./results.mjs').Result>} work
 * @param {() => Promise<import('./results.mjs').Result>} [instead]
 */
export async function orSkip(title, files, work, instead) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    const note = `${title}, ${files.length} files: ${error.message}`
    if (process.env.CI === 'true') {
      return result({ failed: files.length, notes: [`failed: ${note}`] })
    }
    const skipped = result({ skipped: files.length, notes: [`skipped: ${note}`] })
    return instead ? sum([await instead(), skipped]) : skipped
  }
}

/**
 * Splits items into non-empty groups of similar weight: the heaviest first, each into the lightest
 * group.
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => number} weightOf
 * @param {number} count maximum number of groups
 * @returns {Item[][]}
 */
export function splitEvenly(items, weightOf, count) {
  const groups = Array.from({ length: Math.min(count, items.length) }, () => ({
    weight: 0,
    /** @type {Item[]} */
    items: [],
  }))
  for (const item of items.toSorted((one, other) => weightOf(other) - weightOf(one))) {
    const lightest = groups.reduce((best, group) => (group.weight < best.weight ? group : best))
    lightest.weight += weightOf(item)
    lightest.items.push(item)
  }
  return groups.map((group) => group.items)
}
