import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { apiUrl } from '#build/api-url.mjs'
import { fingerprint, isFresh, stamp } from './stamp.mjs'
import { say, step } from './step.mjs'
import { commandOf, inTree } from './tree.mjs'
import { sourcesIn } from './web-build.mjs'

const sources = ['desktop', 'shared']
const settings = [
  'build/api-url.mjs',
  'build/renderer.mjs',
  'electron.vite.config.ts',
  'package.json',
  'bun.lock',
]
const parts = ['main', 'preload', 'renderer']

/**
 * Builds the desktop app into out/main, out/preload and out/renderer when what it is made of has
 * changed. The stamp lies beside them, not within: what is within is packed.
 */
export function ensureDesktopBuild() {
  const mark = inTree('out', '.desktop-stamp')
  const files = [...sources.flatMap(sourcesIn), ...settings.map((name) => inTree(name))]
  const secret = createHash('sha256').update(process.env.VITE_GOOGLE_DESKTOP_CLIENT_SECRET ?? '')
  const print = `${fingerprint(files)} ${files.length} ${apiUrl} ${secret.digest('hex')}`
  if (isFresh(mark, print) && parts.every((part) => existsSync(inTree('out', part)))) return
  say('building the desktop app')
  const args = [commandOf('electron-vite', 'electron-vite'), 'build']
  step('The desktop app could not be built', process.execPath, args)
  stamp(mark, print)
}
