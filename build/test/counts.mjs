import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTree } from '#build/setup/tree.mjs'

/**
 * What one test said that it did.
 * @typedef {{ what: string, counts: Record<string, number | string> }} Told
 */

/**
 * Has the tests of this run write down what they did.
 * @returns {() => Told[]} reads what was written so far
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
 * Writes the figures of a run to `bench-results/NAME.json`, with its time and what the machine did
 * besides (`load`, of the last one, five and fifteen minutes).
 * @param {string} name
 * @param {object} figures
 */
export function writeFigures(name, figures) {
  mkdirSync(inTree('bench-results'), { recursive: true })
  const at = new Date().toISOString()
  const load = loadavg().map((value) => Math.round(value * 10) / 10)
  const all = { at, cores: availableParallelism(), load, ...figures }
  writeFileSync(inTree('bench-results', `${name}.json`), `${JSON.stringify(all, null, 2)}\n`)
}

/**
 * Rows as a table for a terminal, which is one for Markdown as well.
 * @param {string[]} head
 * @param {string[][]} rows
 */
export function inTable(head, rows) {
  const all = [head, head.map(() => '---'), ...rows]
  return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
