import { fingerprint, isFresh, writeStamp } from './build-stamp.mjs'
import { log, runCommand } from './command.mjs'
import { envWithBun, fromRoot } from './project.mjs'

/**
 * Installs the packages of a folder of test tools if their pins changed. They are not in the tree of the
 * product: some need another version of a package.
 * @param {string} bun
 * @param {string} folder relative to the root, such as tests/openapi/tools
 * @param {string} name shown in messages
 */
export function ensureToolFolder(bun, folder, name) {
  const at = (/** @type {string[]} */ ...path) => fromRoot(folder, ...path)
  const stamp = at('node_modules', '.tidemark-stamp')
  const print = fingerprint([at('package.json'), at('bun.lock')])
  if (isFresh(stamp, print)) return
  log(`installing ${name}`)
  const args = ['install', '--frozen-lockfile']
  runCommand(`${name} could not be installed`, bun, args, { cwd: at(), env: envWithBun(bun) })
  writeStamp(stamp, print)
}
