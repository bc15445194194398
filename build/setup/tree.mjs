import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json, absolute. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * A path inside the tree, absolute.
 * @param {string[]} parts
 */
export const inTree = (...parts) => join(root, ...parts)

/** package.json, the only place where versions are written. */
export const manifest = createRequire(import.meta.url)(inTree('package.json'))

/**
 * The script behind an installed package's command. Run with Node it works on every system, where
 * the links in node_modules/.bin are shell scripts on one and .cmd files on another.
 * @param {string} packageName
 * @param {string} command
 * @returns {string}
 */
export function commandOf(packageName, command) {
  const home = inTree('node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  return join(home, typeof bin === 'string' ? bin : bin[command])
}

/**
 * The environment for a process that may call `bun` by name: the pinned one comes first.
 * @param {string} bun absolute path of the binary
 * @param {NodeJS.ProcessEnv} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function withBun(bun, extra = {}) {
  const separator = process.platform === 'win32' ? ';' : ':'
  return { ...process.env, PATH: `${dirname(bun)}${separator}${process.env.PATH ?? ''}`, ...extra }
}
