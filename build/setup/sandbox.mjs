import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SetupError } from './command.mjs'

/**
 * Flags for Electron on this machine. Throws a SetupError with the remedy where Chromium's sandbox
 * cannot start: Ubuntu 23.10 and newer refuse user namespaces to programs without an AppArmor profile,
 * and Chromium then aborts with a message about a "SUID sandbox helper".
 * @param {string} electron absolute path of the binary
 * @returns {string[]}
 */
export function sandboxFlags(electron) {
  if (process.platform !== 'linux') return []
  // Chromium refuses to run as root with its sandbox.
  if (process.getuid?.() === 0) return ['--no-sandbox']
  const helper = join(dirname(electron), 'chrome-sandbox')
  if (hasUserNamespaces() || isSetuidRoot(helper)) return []
  throw new SetupError(
    `this system refuses user namespaces, which Chromium's sandbox needs; run once: ` +
      `sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
  )
}

/** A machine without `unshare` counts as one that has them: Chromium reports the rest. */
function hasUserNamespaces() {
  const { status, error } = spawnSync('unshare', ['-Ur', 'true'], { stdio: 'ignore' })
  return status === 0 || error !== undefined
}

/** @param {string} file */
function isSetuidRoot(file) {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats !== undefined && stats.uid === 0 && (stats.mode & 0o4000) !== 0
}
