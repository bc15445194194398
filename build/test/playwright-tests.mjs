import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTree, withBun } from '#build/setup/tree.mjs'
import { run } from './command.mjs'
import { tally } from './tally.mjs'

/**
 * A part of Playwright's JSON report.
 * @typedef {{
 *   title: string
 *   specs?: { title: string, file: string, tests: { status: string }[] }[]
 *   suites?: Suite[]
 * }} Suite
 */

/**
 * Runs browser tests with Playwright's own runner under Bun and counts from its JSON report.
 * @param {{ bun: string, files: string[], full?: boolean, flags?: string[] }} options `full` runs
 *   the tests tagged @full as well; `flags` are Playwright's own
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function playwrightTests({ bun, files, full = false, flags = [] }) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-report-'))
  const report = join(folder, 'report.json')
  const cli = inTree('node_modules', 'playwright', 'cli.js')
  const selection = full ? [] : ['--grep-invert=@full']
  const args = ['--no-env-file', '--bun', cli, 'test', ...selection, ...flags, ...files]
  const env = withBun(bun, { PLAYWRIGHT_REPORT: report })
  const clear = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', clear)
  const code = await run(bun, args, env)
  const json = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { suites: [] }
  process.off('exit', clear)
  clear()
  const counted = readReport(json)
  if (code === 0 || counted.failed > 0) return counted
  const notes = [...counted.notes, `failed: Playwright ended with ${code ?? 'a signal'}`]
  return tally({ ...counted, failed: 1, notes })
}

/**
 * @param {{ suites: Suite[], errors?: { message?: string }[] }} report
 * @returns {import('./tally.mjs').Tally}
 */
export function readReport({ suites, errors = [] }) {
  const total = tally({ notes: [] })
  /**
   * @param {Suite} suite
   * @param {string[]} groups
   */
  const read = (suite, groups) => {
    for (const { title, file, tests } of suite.specs ?? []) {
      for (const { status } of tests) {
        const name = [`tests/browser/${file}`, ...groups, title].join(' › ')
        if (status === 'skipped') {
          total.skipped += 1
          total.notes.push(`skipped: ${name}`)
        } else if (status === 'unexpected') {
          total.failed += 1
          total.notes.push(`failed: ${name}`)
        } else total.passed += 1
      }
    }
    for (const inner of suite.suites ?? []) read(inner, [...groups, inner.title])
  }
  for (const file of suites) read(file, [])
  for (const { message = '' } of errors) {
    total.failed += 1
    total.notes.push(`failed: ${message.split('\n')[0]}`)
  }
  return total
}
