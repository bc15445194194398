import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * One line that changes when any of the files changes, or the machine's kind (binaries are chosen
 * by it).
 * @param {string[]} files absolute paths; one that is missing counts as empty
 */
export function fingerprint(files) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const file of files) hash.update(existsSync(file) ? readFileSync(file) : '').update('\0')
  return hash.digest('hex')
}

/**
 * Whether the work stamped in `file` was done for this fingerprint.
 * @param {string} file
 * @param {string} print
 */
export function isFresh(file, print) {
  return existsSync(file) && readFileSync(file, 'utf8') === print
}

/**
 * Remembers that the work is done.
 * @param {string} file
 * @param {string} print
 */
export function stamp(file, print) {
  writeFileSync(file, print)
}
