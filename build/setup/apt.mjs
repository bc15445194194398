import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { log, runCommand, SetupError } from './command.mjs'
import { findInPath } from './project.mjs'

/**
 * Installs a Debian package if PATH lacks its command, like ensureDebianPackage.
 * @param {string} packageName
 * @param {string} command
 * @param {string} name shown in messages
 */
export function ensureDebianCommand(packageName, command, name) {
  ensureDebianPackage(packageName, () => findInPath(command) !== undefined, name)
}

/**
 * Installs a Debian package if `isInstalled()` is false. Throws a SetupError with instructions when this
 * process is not root or there is no apt-get.
 * @param {string} packageName
 * @param {() => boolean} isInstalled
 * @param {string} name shown in messages
 */
export function ensureDebianPackage(packageName, isInstalled, name) {
  if (isInstalled()) return
  const manual = `install it by hand (Debian, Ubuntu: apt-get install ${packageName})`
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !existsSync('/usr/bin/apt-get')) {
    throw new SetupError(`${name} is missing; ${manual}`)
  }
  log(`installing ${name} (apt-get install ${packageName})`)
  // Run level 1 keeps Debian from starting the service.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const failure = `${name} could not be installed; ${manual}`
  // A stale package list only matters if the install then fails.
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' })
  const args = ['install', '-y', '-qq', '--no-install-recommends', packageName]
  runCommand(failure, 'apt-get', args, { env })
  if (!isInstalled()) throw new SetupError(`${name} was installed but its commands are not found`)
}
