import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { log, runCommand } from './command.mjs'
import { fromRoot, packageJson } from './project.mjs'

const home = fromRoot('node_modules', 'electron')
const version = packageJson.devDependencies.electron
/** Download timeout (ms). */
const PATIENCE = 600_000

/**
 * Absolute path of Electron's binary; fetched from GitHub if missing, since the package has none.
 * ELECTRON_MIRROR overrides the source.
 * @returns {string}
 */
export function ensureElectron() {
  const present = findElectron()
  if (present) return present
  log(`fetching Electron ${version} (first run)`)
  runCommand(
    `Electron ${version} could not be fetched from GitHub (is there a network?)`,
    process.execPath,
    [join(home, 'install.js')],
    { timeout: PATIENCE },
  )
  return findElectron() ?? ''
}

/**
 * The path of an installed binary; undefined without one. Fetches nothing.
 * @returns {string | undefined}
 */
export function findElectron() {
  try {
    const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH || join(home, 'dist')
    const found = readFileSync(join(home, 'dist', 'version'), 'utf8').replace(/^v/, '')
    return found.trim() === version
      ? join(dist, readFileSync(join(home, 'path.txt'), 'utf8'))
      : undefined
  } catch {
    return undefined
  }
}
