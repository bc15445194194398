import { tally } from './tally.mjs'

const entities = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', '#10': ' ' }

/**
 * Reads Bun's JUnit report (Bun 1.4).
 *
 * The report is silent about a file that could not be loaded, that has no test in it or that ended
 * the process — there may even be no report and exit code 0 — so every file that was asked for and
 * is not in it counts as one failure.
 * @param {string} xml empty when there is no report
 * @param {string[]} asked the files that were to run, relative to the root, with slashes
 * @returns {import('./tally.mjs').Tally}
 */
export function readJunit(xml, asked) {
  const total = tally({ notes: [] })
  const seen = new Set()
  for (const [, attributes = '', body = ''] of xml.matchAll(
    /<testcase\b((?:[^>"]|"[^"]*")*?)(?:\/>|>(.*?)<\/testcase>)/gs,
  )) {
    const file = attribute(attributes, 'file').replaceAll('\\', '/')
    const group = attribute(attributes, 'classname').split(' > ').reverse().join(' > ')
    const title = [file, group, attribute(attributes, 'name')].filter(Boolean).join(' › ')
    seen.add(file)
    if (/<(failure|error)\b/.test(body)) {
      total.failed += 1
      total.notes.push(`failed: ${title}`)
    } else if (body.includes('<skipped')) {
      total.skipped += 1
      total.notes.push(`skipped: ${title}`)
    } else total.passed += 1
  }
  for (const file of asked.filter((name) => !seen.has(name))) {
    total.failed += 1
    total.notes.push(`failed: ${file} reported no test: it could not be loaded, is empty or ended`)
  }
  return total
}

/**
 * @param {string} attributes
 * @param {string} name
 */
function attribute(attributes, name) {
  const value = attributes.match(new RegExp(`\\b${name}="([^"]*)"`))?.[1] ?? ''
  return value.replace(/&(#10|\w+);/g, (whole, entity) => Reflect.get(entities, entity) ?? whole)
}
