import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fetchPackage } from './bun.mjs'
import { log, SetupError } from './command.mjs'
import { fromRoot } from './project.mjs'

/** A Node of the major version that the pinned Electron contains. */
const VERSION = '24.21.0'

/** SHA-512 of its packages in the npm registry, as a lock file has them. */
const INTEGRITY = new Map([
  [
    'linux-x64',
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  ],
  [
    'linux-arm64',
    'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  ],
])

/** @param {string} binary */
const majorOf = (binary) =>
  spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout?.split('.')[0]

/**
 * A Node of Electron's major version: the running one, else one fetched from the npm registry into
 * .tools (52 MB, once). No package of the tree, since only tests of the desktop app need it.
 * @returns {string} absolute path of the binary
 */
export function ensureElectronNode() {
  const [major] = VERSION.split('.')
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath
  const machine = `${process.platform}-${process.arch}`
  const integrity = INTEGRITY.get(machine)
  if (!integrity) throw new SetupError(`run this with Node ${major}: none is known for ${machine}`)
  const folder = fromRoot('.tools', 'electron-node')
  const binary = join(folder, 'node_modules', `node-${machine}`, 'bin', 'node')
  if (majorOf(binary) === `v${major}`) return binary
  log(`fetching Node ${VERSION}, for the desktop tests (first run)`)
  fetchPackage({ name: `node-${machine}`, version: VERSION, integrity }, folder)
  if (majorOf(binary) === `v${major}`) return binary
  throw new SetupError(`Node ${VERSION} was fetched, but does not run`)
}
