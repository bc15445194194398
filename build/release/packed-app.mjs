import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SetupError } from '#build/setup/command.mjs'

/**
 * The app that `npm run dist -- --dir` packed.
 * @typedef {{ folder: string, bundle: string, executable: string }} PackedApp absolute paths: of all its
 *   files, of what a system signs, of what starts
 */

/**
 * Where electron-builder puts the app by system, the universal one first.
 * @type {Record<string, { folders: string[], bundle: string, executable: string }>}
 */
const PLACES = {
  darwin: {
    folders: ['mac-universal', 'mac-arm64', 'mac'],
    bundle: 'Tidemark.app',
    executable: 'Tidemark.app/Contents/MacOS/Tidemark',
  },
  win32: { folders: ['win-unpacked'], bundle: 'Tidemark.exe', executable: 'Tidemark.exe' },
  linux: { folders: ['linux-unpacked'], bundle: 'tidemark', executable: 'tidemark' },
}

/**
 * The app for this machine, which can start it.
 * @param {string} release the output folder
 * @param {string} [system]
 * @param {string} [arch]
 * @returns {PackedApp}
 * @throws {SetupError} when nothing is packed
 */
export function findPackedApp(release, system = process.platform, arch = process.arch) {
  const [app] = appsOf(release, system, arch)
  if (!app) throw new SetupError(`no app in ${release}; run npm run dist -- --dir`)
  return app
}

/**
 * The apps of both architectures.
 * @param {string} release the output folder
 * @param {string} [system]
 * @returns {PackedApp[]} at least one
 * @throws {SetupError} when nothing is packed
 */
export function findPackedApps(release, system = process.platform) {
  const apps = ['x64', 'arm64'].flatMap((arch) => appsOf(release, system, arch))
  // The universal app of macOS is that of both.
  const found = apps.filter(
    ({ folder }, at) => apps.findIndex((app) => app.folder === folder) === at,
  )
  return found.length > 0 ? found : [findPackedApp(release, system)]
}

/**
 * @param {string} release
 * @param {string} system
 * @param {string} arch
 * @returns {PackedApp[]}
 */
function appsOf(release, system, arch) {
  const { folders = [], bundle = '', executable = '' } = PLACES[system] ?? {}
  return folders
    .map((name) => (arch === 'arm64' ? name.replace(/^(win|linux)-/, '$1-arm64-') : name))
    .map((name) => join(release, name))
    .filter((folder) => existsSync(join(folder, executable)))
    .map((folder) => ({
      folder,
      bundle: join(folder, bundle),
      executable: join(folder, executable),
    }))
}
