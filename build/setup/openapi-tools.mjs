import { fingerprint, isFresh, writeStamp } from './build-stamp.mjs'
import { log, runCommand } from './command.mjs'
import { envWithBun, fromRoot } from './project.mjs'

/**
 * Installs the linters and the generator of tests/openapi/tools if their pins changed. They are not in
 * the tree of the product: the generator needs an older TypeScript.
 * @param {string} bun
 */
export function ensureOpenapiTools(bun) {
  const at = (/** @type {string[]} */ ...path) => fromRoot('tests', 'openapi', 'tools', ...path)
  const stamp = at('node_modules', '.tidemark-stamp')
  const print = fingerprint([at('package.json'), at('bun.lock')])
  if (isFresh(stamp, print)) return
  log('installing the tools of OpenAPI')
  const args = ['install', '--frozen-lockfile']
  const failure = 'The tools of OpenAPI could not be installed'
  runCommand(failure, bun, args, { cwd: at(), env: envWithBun(bun) })
  writeStamp(stamp, print)
}
