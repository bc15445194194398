import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withBun } from '../setup/tree.mjs'
import { run } from './command.mjs'
import { readJunit } from './junit.mjs'
import { tally } from './tally.mjs'

// The first use of PGlite takes seconds on a busy machine; Bun's own limit is 5.
const timeout = 30_000

/**
 * Runs test files with Bun and counts from its JUnit report. A developer's .env file is not read,
 * so that tests never meet a real database.
 * @param {{ bun: string, files: string[], databaseUrl?: string | undefined, flags?: string[] }} wish
 * `databaseUrl` undefined means PGlite
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function bunTests({ bun, files, databaseUrl, flags = [] }) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-report-'))
  const report = join(folder, 'junit.xml')
  const args = ['--no-env-file', 'test', '--no-orphans', '--only-failures', `--timeout=${timeout}`]
  const output = ['--reporter=junit', `--reporter-outfile=${report}`]
  const paths = files.map((file) => `./${file}`)
  const env = withBun(bun, { TEST_DATABASE_URL: databaseUrl })
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const code = await run(bun, [...args, ...output, ...flags, ...paths], env)
  const xml = existsSync(report) ? readFileSync(report, 'utf8') : ''
  const counted = readJunit(xml, flags.length > 0 ? [] : files)
  if (code === 0 || counted.failed > 0) return counted
  const notes = [...counted.notes, `failed: bun test ended with ${code ?? 'a signal'}`]
  return tally({ ...counted, failed: 1, notes })
}
