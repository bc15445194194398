import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTree, withBun } from '#build/setup/tree.mjs'
import { run } from './command.mjs'
import { readJunit } from './junit.mjs'
import { inShares } from './shares.mjs'
import { sum, tally } from './tally.mjs'

// The first use of PGlite takes seconds on a busy machine; Bun's own limit is 5.
const timeout = 60_000

/**
 * Runs test files with Bun and counts from its JUnit report. A developer's .env file is not read,
 * so that tests never meet a real database.
 * @param {{
 *   bun: string
 *   files: string[]
 *   databaseUrl?: string | undefined
 *   flags?: string[]
 *   around?: (command: string, args: string[]) => { command: string, args: string[] }
 * }} wish `databaseUrl` undefined means PGlite; `around` makes the command that runs Bun
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function bunTests({ bun, files, databaseUrl, flags = [], around = plain }) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-report-'))
  const report = join(folder, 'junit.xml')
  const args = ['--no-env-file', 'test', '--no-orphans', '--only-failures', `--timeout=${timeout}`]
  const output = ['--reporter=junit', `--reporter-outfile=${report}`]
  const paths = files.map((file) => `./${file}`)
  const env = withBun(bun, { TEST_DATABASE_URL: databaseUrl })
  const clear = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', clear)
  const whole = around(bun, [...args, ...output, ...flags, ...paths])
  const code = await run(whole.command, whole.args, env)
  const xml = existsSync(report) ? readFileSync(report, 'utf8') : ''
  process.off('exit', clear)
  clear()
  const counted = readJunit(xml, flags.length > 0 ? [] : files)
  if (code === 0 || counted.failed > 0) return counted
  const notes = [...counted.notes, `failed: bun test ended with ${code ?? 'a signal'}`]
  return tally({ ...counted, failed: 1, notes })
}

/**
 * @param {string} command
 * @param {string[]} args
 */
const plain = (command, args) => ({ command, args })

/**
 * About how long a test takes, by its length; a walk through all screens is said in a line.
 * @param {string} file
 */
const weightOf = (file) => (/\/axe-/.test(file) ? 30_000 : statSync(inTree(file)).size)

/**
 * The same in two processes side by side: a test mostly waits for its browser, its server or its
 * database, so one process leaves a core idle. Each file stays whole, and makes what it works on.
 * @param {Parameters<typeof bunTests>[0]} wish
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function bunTestsSideBySide({ files, ...wish }) {
  const shares = inShares(files, weightOf, 2)
  return sum(await Promise.all(shares.map((share) => bunTests({ ...wish, files: share }))))
}
