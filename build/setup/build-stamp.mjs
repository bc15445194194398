import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * A hash of files and platform that identifies a build.
 * @param {string[]} files absolute paths; a missing one counts as empty
 */
export function fingerprint(files) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const file of files) hash.update(existsSync(file) ? readFileSync(file) : '').update('\0')
  return hash.digest('hex')
}

/**
 * Whether the stamp has this fingerprint.
 * @param {string} stamp path of the stamp
 * @param {string} print
 */
export function isFresh(stamp, print) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === print
}

/**
 * @param {string} stamp
 * @param {string} print
 */
export function writeStamp(stamp, print) {
  writeFileSync(stamp, print)
}
