import { readFileSync } from 'node:fs'
import { fromRoot, packageJson } from '#build/setup/project.mjs'

// node build/release/check-tag.mjs v1.2.3    fails unless the tag equals the version of package.json, and
//                                            the pages of changes have a dated heading of it

/** Pages with a heading for each version. */
const PAGES = ['CHANGELOG.md', 'docs/UPGRADING.md']

/**
 * The first line of what is missing for a release; null when all is there.
 * @param {string} tag
 * @param {(page: string) => string} read
 */
export function releaseProblem(tag, read) {
  const { version } = packageJson
  if (tag !== `v${version}`) {
    return `the tag ${tag} does not match the version of package.json, ${version}`
  }
  const dated = new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d{2}-\\d{2}\\)$`, 'm')
  const page = PAGES.find((path) => !dated.test(read(path)))
  return page ? `${page} needs the heading "## ${version} (year-month-day)"` : null
}

if (process.argv[1] === import.meta.filename) {
  const read = (/** @type {string} */ page) => readFileSync(fromRoot(page), 'utf8')
  const problem = releaseProblem(process.argv[2] ?? '', read)
  if (problem) {
    console.error(problem)
    process.exit(1)
  }
}
