import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot } from '#build/setup/project.mjs'

// node build/release/roll-out.mjs PERCENT [RELEASE]
// Offers the packed version to that share of the installed apps, by the feed files latest*.yml. Each app draws
// its number once. Widen the share by changing the number in the files of the release.

/**
 * A feed file that offers its version to a share of the apps.
 * @param {string} feed
 * @param {number} percent 1 to 100
 */
export function withShare(feed, percent) {
  if (!Number.isInteger(percent) || percent < 1 || percent > 100) {
    throw new RangeError(`the share has to be an integer from 1 to 100, not ${percent}`)
  }
  const whole = feed.replace(/^stagingPercentage:.*\n/m, '')
  return percent === 100 ? whole : `${whole}stagingPercentage: ${percent}\n`
}

if (process.argv[1] === import.meta.filename) {
  const [percent = '', release = fromRoot('release')] = process.argv.slice(2)
  for (const name of readdirSync(release).filter((file) => /^latest.*\.yml$/.test(file))) {
    const path = join(release, name)
    writeFileSync(path, withShare(readFileSync(path, 'utf8'), Number(percent)))
  }
}
