import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { SetupError, say, step } from './step.mjs'

/**
 * Sees to it that what a Debian package brings is there: nothing is done when `isThere()` says so,
 * else the package is installed when this process is root and apt-get exists. Otherwise a
 * SetupError says what is missing and how to get it.
 * @param {string} packageName
 * @param {() => boolean} isThere
 * @param {string} what how a person calls it
 */
export function ensureDebianPackage(packageName, isThere, what) {
  if (isThere()) return
  const manual = `install it by hand (Debian, Ubuntu: apt-get install ${packageName})`
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !existsSync('/usr/bin/apt-get')) {
    throw new SetupError(`${what} is missing; ${manual}`)
  }
  say(`installing ${what} (apt-get install ${packageName})`)
  // Run level 1 keeps Debian from starting a service that nobody asked for.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const failure = `${what} could not be installed; ${manual}`
  // A list that is out of date only matters when the install then fails.
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' })
  const args = ['install', '-y', '-qq', '--no-install-recommends', packageName]
  step(failure, 'apt-get', args, { env })
  if (!isThere()) throw new SetupError(`${what} was installed but its commands are not found`)
}
