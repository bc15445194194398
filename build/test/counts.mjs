import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromRoot } from '#build/setup/project.mjs'

/**
 * Counts of one test.
 * @typedef {{ what: string, counts: Record<string, number | string> }} CountRecord
 */

/**
 * Lets the tests of this run append their counts to a file.
 * @returns {() => CountRecord[]} reads the counts so far
 */
export function collectCounts() {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-counts-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'counts.jsonl')
  process.env.COUNTS_FILE = file
  return () => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  }
}

/**
 * Writes the results of a run to `bench-results/NAME.json`, with time and load averages of the machine.
 * @param {string} name
 * @param {object} figures
 */
export function writeFigures(name, figures) {
  mkdirSync(fromRoot('bench-results'), { recursive: true })
  const at = new Date().toISOString()
  const load = loadavg().map((value) => Math.round(value * 10) / 10)
  const all = { at, cores: availableParallelism(), load, ...figures }
  writeFileSync(fromRoot('bench-results', `${name}.json`), `${JSON.stringify(all, null, 2)}\n`)
}

/**
 * Rows as a Markdown table.
 * @param {string[]} head
 * @param {string[][]} rows
 */
export function markdownTable(head, rows) {
  const all = [head, head.map(() => '---'), ...rows]
  return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Counts with their own column; the others share the last column. */
const COLUMNS = ['acknowledged writes', 'failures']

/**
 * The closing table of `npm run faults`: one row for each fault.
 * @param {CountRecord[]} records
 */
export function faultTable(records) {
  const rows = records.map(({ what, counts }) => {
    const [made = '', ...rest] = Object.entries(counts)
      .filter(([name]) => !COLUMNS.includes(name))
      .map(([name, value]) => (name === 'replies' ? String(value) : `${value} ${name}`))
    return [what, made, ...COLUMNS.map((name) => String(counts[name] ?? '')), rest.join('; ')]
  })
  return markdownTable(['fault', 'made', ...COLUMNS, 'more'], rows)
}
