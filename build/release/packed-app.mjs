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
 * @param {string} release the output folder
 * @param {string} [system]
 * @param {string} [arch] of this machine, which is the one that can start it
 * @returns {PackedApp}
 * @throws {SetupError} when nothing is packed
 */
export function findPackedApp(release, system = process.platform, arch = process.arch) {
  const { folders = [], bundle = '', executable = '' } = PLACES[system] ?? {}
  const named = folders.map((name) =>
    arch === 'arm64' ? name.replace(/^(win|linux)-/, '$1-arm64-') : name,
  )
  const folder = named
    .map((name) => join(release, name))
    .find((path) => existsSync(join(path, executable)))
  if (!folder) throw new SetupError(`no app in ${release}; run npm run dist -- --dir`)
  return { folder, bundle: join(folder, bundle), executable: join(folder, executable) }
}
