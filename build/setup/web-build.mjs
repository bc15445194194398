import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { fingerprint, isFresh, stamp } from './stamp.mjs'
import { say, step } from './step.mjs'
import { commandOf, inTree } from './tree.mjs'

const sources = ['desktop/renderer', 'desktop/shared', 'desktop/bridge', 'shared']
const settings = [
  'build/renderer.mjs',
  'build/route-parts.ts',
  'build/web.config.ts',
  'package.json',
  'bun.lock',
]
const compressible = /\.(js|css|html|svg|json|txt)$/

/**
 * Builds the web build into out/web when what it is made of has changed, and compresses its files,
 * so that no request has to. The stamp lies in the folder and goes with it.
 */
export function ensureWebBuild() {
  const folder = inTree('out', 'web')
  const mark = join(folder, '.stamp')
  const files = [...sources.flatMap(sourcesIn), ...settings.map((name) => inTree(name))]
  const apiUrl = process.env.VITE_API_URL ?? ''
  const print = `${fingerprint(files)} ${files.length} ${apiUrl}`
  if (isFresh(mark, print)) return
  say('building the web interface')
  const args = [commandOf('vite', 'vite'), 'build', '--config', inTree('build', 'web.config.ts')]
  step('The web interface could not be built', process.execPath, args)
  for (const file of absoluteFilesIn(folder).filter((name) => compressible.test(name))) {
    compress(file)
  }
  stamp(mark, print)
}

/**
 * What a build is made of: the files under a folder without their tests, in a steady order.
 * @param {string} folder relative to the root
 */
export const sourcesIn = (folder) =>
  absoluteFilesIn(inTree(...folder.split('/'))).filter((name) => !/\.test\.tsx?$/.test(name))

/**
 * Every file under a folder, in a steady order.
 * @param {string} folder absolute
 * @returns {string[]}
 */
function absoluteFilesIn(folder) {
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
