import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { log, runCommand, SetupError } from './command.mjs'
import { fromRoot, packageJson } from './project.mjs'

const home = fromRoot('node_modules', 'electron')
const version = packageJson.devDependencies.electron
/** Download timeout (ms). */
const PATIENCE = 600_000
/** Path of the binary inside an unpacked Electron. */
const BINARY =
  { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[
    /** @type {string} */ (process.platform)
  ] ?? 'electron'

/**
 * Absolute path of Electron's binary; fetched from GitHub if missing, since the package has none.
 * ELECTRON_MIRROR overrides the source, ELECTRON_OVERRIDE_DIST_PATH names an unpacked Electron instead.
 * @returns {string}
 */
export function ensureElectron() {
  const present = findElectron()
  if (present) return present
  const named = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (named)
    throw new SetupError(`ELECTRON_OVERRIDE_DIST_PATH has no Electron ${version}: ${named}`)
  log(`fetching Electron ${version} (first run)`)
  const failure = `Electron ${version} could not be fetched from GitHub (is there a network?)`
  // Unlike npm and Bun, @electron/get uses a proxy only on request.
  const isProxied = Boolean(process.env.HTTPS_PROXY || process.env.https_proxy)
  const env = { ...(isProxied && { ELECTRON_GET_USE_PROXY: '1' }), ...process.env }
  runCommand(failure, process.execPath, [join(home, 'install.js')], { timeout: PATIENCE, env })
  const fetched = findElectron()
  if (fetched) return fetched
  throw new SetupError(`Electron ${version} was fetched, but its binary is missing`)
}

/**
 * The path of an installed binary of the pinned version; undefined without one. Fetches nothing.
 * @returns {string | undefined}
 */
export function findElectron() {
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH || join(home, 'dist')
  try {
    const found = readFileSync(join(dist, 'version'), 'utf8').trim().replace(/^v/, '')
    const binary = join(dist, BINARY)
    return found === version && existsSync(binary) ? binary : undefined
  } catch {
    return undefined
  }
}
