/**
 * The result of a stage. `notes` has a line for each skipped and failed test.
 * @typedef {{ passed: number, failed: number, skipped: number, notes: string[] }} Result
 */

/**
 * @param {Partial<Result>} [part]
 * @returns {Result}
 */
export const result = (part = {}) => ({ passed: 0, failed: 0, skipped: 0, notes: [], ...part })

/**
 * @param {Result[]} results
 * @returns {Result}
 */
export function sum(results) {
  return results.reduce(
    (total, one) => ({
      passed: total.passed + one.passed,
      failed: total.failed + one.failed,
      skipped: total.skipped + one.skipped,
      notes: [...total.notes, ...one.notes],
    }),
    result(),
  )
}

/**
 * `N passed, N failed`, and `, N skipped` if any.
 * @param {Result} total
 */
export function format({ passed, failed, skipped }) {
  const text = `${passed} passed, ${failed} failed`
  return skipped > 0 ? `${text}, ${skipped} skipped` : text
}

/**
 * Whether nothing failed and at least one test ran.
 * @param {Result} total
 */
export const isSuccess = ({ passed, failed }) => failed === 0 && passed > 0

const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', '#10': ' ' }

/**
 * Reads Bun's JUnit report (Bun 1.4). The report leaves out a file that could not be loaded, has no
 * test or ended the process, so every file of `files` that is missing from it counts as a failure.
 * @param {string} xml empty if there is no report
 * @param {string[]} files relative to the root, with slashes
 * @returns {Result}
 */
export function readJunit(xml, files) {
  const total = result({ notes: [] })
  const seen = new Set()
  for (const [, attributes = '', body = ''] of xml.matchAll(
    /<testcase\b((?:[^>"]|"[^"]*")*?)(?:\/>|>(.*?)<\/testcase>)/gs,
  )) {
    const file = attribute(attributes, 'file').replaceAll('\\', '/')
    const group = attribute(attributes, 'classname').split(' > ').reverse().join(' > ')
    const title = [file, group, attribute(attributes, 'name')].filter(Boolean).join(' › ')
    seen.add(file)
    if (/<(failure|error)\b/.test(body)) count(total, 'failed', title)
    else if (body.includes('<skipped')) count(total, 'skipped', title)
    else total.passed += 1
  }
  for (const file of files.filter((name) => !seen.has(name))) {
    count(total, 'failed', `${file} reported no test: it could not be loaded, is empty or ended`)
  }
  return total
}

/**
 * A part of Playwright's JSON report.
 * @typedef {{
 *   title: string
 *   specs?: { title: string, file: string, tests: { status: string }[] }[]
 *   suites?: Suite[]
 * }} Suite
 */

/**
 * Reads Playwright's JSON report. `errors` are those outside a test, such as a file that cannot be
 * loaded.
 * @param {{ suites: Suite[], errors?: { message?: string }[] }} report
 * @returns {Result}
 */
export function readPlaywrightReport({ suites, errors = [] }) {
  const total = result({ notes: [] })
  /**
   * @param {Suite} suite
   * @param {string[]} groups
   */
  const read = (suite, groups) => {
    for (const { title, file, tests } of suite.specs ?? []) {
      for (const { status } of tests) {
        const name = [`tests/${file}`, ...groups, title].join(' › ')
        if (status === 'skipped') count(total, 'skipped', name)
        else if (status === 'unexpected') count(total, 'failed', name)
        else total.passed += 1
      }
    }
    for (const inner of suite.suites ?? []) read(inner, [...groups, inner.title])
  }
  for (const file of suites) read(file, [])
  for (const { message = '' } of errors) count(total, 'failed', message.split('\n')[0] ?? '')
  return total
}

/**
 * @param {Result} total
 * @param {'failed' | 'skipped'} kind
 * @param {string} title
 */
function count(total, kind, title) {
  total[kind] += 1
  total.notes.push(`${kind}: ${title}`)
}

/**
 * @param {string} attributes
 * @param {string} name
 */
function attribute(attributes, name) {
  const value = attributes.match(new RegExp(`\\b${name}="([^"]*)"`))?.[1] ?? ''
  return value.replace(/&(#10|\w+);/g, (whole, entity) => Reflect.get(ENTITIES, entity) ?? whole)
}
