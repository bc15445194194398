import { existsSync, readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { inTree } from '../setup/tree.mjs'

const rooms = ['shared', 'api', 'desktop', 'build', 'tests']
const notSearched = new Set(['node_modules', 'generated'])

/**
 * Every test file of the tree, relative to the root, with slashes, in a steady order.
 * @returns {string[]}
 */
export function testFiles() {
  return rooms.filter((room) => existsSync(inTree(room))).flatMap(search)
}

/**
 * A file `*.api.test.ts` works on a database, so it runs once on PGlite and once on PostgreSQL.
 * @param {string} file
 */
export const needsDatabase = (file) => file.endsWith('.api.test.ts')

/**
 * The arrows have a stage of their own: a broken one says more than the tests it breaks.
 * @param {string} file
 */
export const isArchitecture = (file) => file.startsWith('tests/architecture/')

/**
 * @param {string} folder
 * @returns {string[]}
 */
function search(folder) {
  const entries = readdirSync(inTree(...folder.split('/')), { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return notSearched.has(entry.name) ? [] : search(path)
    return /\.test\.tsx?$/.test(entry.name) ? [path] : []
  })
}
