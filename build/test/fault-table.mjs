import { inTable } from './counts.mjs'

/** What has a column of its own; the rest is told in words. */
const COLUMNS = ['acknowledged writes', 'failures']

/**
 * The closing table of a run: for each fault what was done, and what was found.
 * @param {import('./counts.mjs').Told[]} told
 */
export function faultTable(told) {
  const rows = told.map(({ what, counts }) => {
    const [made = '', ...rest] = Object.entries(counts)
      .filter(([name]) => !COLUMNS.includes(name))
      .map(([name, value]) => (name === 'answers' ? String(value) : `${value} ${name}`))
    return [what, made, ...COLUMNS.map((name) => String(counts[name] ?? '')), rest.join('; ')]
  })
  return inTable(['fault', 'made', ...COLUMNS, 'more'], rows)
}
