import { ensureBun } from './bun.mjs'
import { fingerprint, isFresh, stamp } from './stamp.mjs'
import { say, step } from './step.mjs'
import { inTree, withBun } from './tree.mjs'

/**
 * Installs what bun.lock pins, when it is not there yet, and answers with the absolute path of the
 * Bun binary. The stamp lives inside node_modules, so that removing that folder removes it too.
 * @returns {string}
 */
export function ensureDependencies() {
  const bun = ensureBun()
  const mark = inTree('node_modules', '.tidemark-stamp')
  const print = fingerprint([inTree('package.json'), inTree('bun.lock')])
  if (isFresh(mark, print)) return bun
  say('installing packages')
  step('The packages could not be installed', bun, ['install', '--frozen-lockfile'], {
    env: withBun(bun),
  })
  stamp(mark, print)
  return bun
}
