import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { apiUrl } from '#build/api-url.mjs'
import { fingerprint, isFresh, writeStamp } from './build-stamp.mjs'
import { log, runCommand, SetupError } from './command.mjs'
import { binOf, fromRoot } from './project.mjs'

/** Settings of earlier versions, which built a secret into the app. */
const REMOVED = [
  'GOOGLE_DESKTOP_CLIENT_ID',
  'GOOGLE_DESKTOP_CLIENT_SECRET',
  'VITE_GOOGLE_DESKTOP_CLIENT_SECRET',
]
const DESKTOP_STAMP = fromRoot('out', '.desktop-stamp')
const COMPRESSIBLE = /\.(js|css|html|svg|json|txt)$/

/**
 * Builds the interface for browsers into out/web and the renderer of its pages into out/pages if the
 * sources changed, and compresses the files.
 */
export function ensureWebBuild() {
  const folder = fromRoot('out', 'web')
  const stamp = join(folder, '.stamp')
  const print = printOf(
    ['desktop/renderer', 'desktop/shared', 'desktop/bridge', 'desktop/worker', 'shared'],
    [
      'build/classic-script.ts',
      'build/page-renderer.config.ts',
      'build/renderer.mjs',
      'build/route-parts.ts',
      'build/service-worker.ts',
      'build/web-manifest.ts',
      'build/web.config.ts',
    ],
    process.env.VITE_API_URL ?? '',
  )
  if (isFresh(stamp, print)) return
  log('building the web interface')
  for (const config of ['web.config.ts', 'page-renderer.config.ts']) {
    const args = [binOf('vite', 'vite'), 'build', '--config', fromRoot('build', config)]
    runCommand('The web interface could not be built', process.execPath, args)
  }
  for (const file of filesIn(folder).filter((name) => COMPRESSIBLE.test(name))) compress(file)
  writeStamp(stamp, print)
}

/**
 * Builds the desktop app into out/main, out/preload and out/renderer if its sources changed. The stamp
 * is outside these folders, because everything inside them is packaged.
 * @throws {SetupError} with a removed setting
 */
export function ensureDesktopBuild() {
  const removed = REMOVED.find((name) => process.env[name])
  if (removed) {
    throw new SetupError(
      `${removed} was removed: the app signs in at the server, set GOOGLE_CLIENT_SECRET there`,
    )
  }
  const print = printOf(
    ['desktop', 'shared'],
    ['build/api-url.mjs', 'build/renderer.mjs', 'electron.vite.config.ts'],
    apiUrl,
  )
  const folders = ['main', 'preload', 'renderer'].map((name) => fromRoot('out', name))
  if (isFresh(DESKTOP_STAMP, print) && folders.every((folder) => existsSync(folder))) return
  log('building the desktop app')
  const args = [binOf('electron-vite', 'electron-vite'), 'build']
  runCommand('The desktop app could not be built', process.execPath, args)
  writeStamp(DESKTOP_STAMP, print)
}

/** Has the next `ensureDesktopBuild` build the app, since watching it leaves a development build in `out`. */
export function forgetDesktopBuild() {
  rmSync(DESKTOP_STAMP, { force: true })
}

/**
 * @param {string[]} folders of the sources, tests excluded
 * @param {string[]} configFiles
 * @param {string} settings
 */
function printOf(folders, configFiles, settings) {
  const sources = folders
    .flatMap((folder) => filesIn(fromRoot(...folder.split('/'))))
    .filter((name) => !/\.test\.tsx?$/.test(name))
  const config = [...configFiles, 'package.json', 'bun.lock'].map((name) => fromRoot(name))
  const files = [...sources, ...config]
  return `${fingerprint(files)} ${files.length} ${settings}`
}

/**
 * Every file under a folder, in a stable order.
 * @param {string} folder absolute
 * @returns {string[]}
 */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** @param {string} file absolute */
function compress(file) {
  const plain = readFileSync(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  writeFileSync(`${file}.br`, brotliCompressSync(plain, { params }))
  writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }))
}
