import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json, absolute. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The absolute path of something in the project.
 * @param {string[]} parts
 */
export const fromRoot = (...parts) => join(root, ...parts)

/** The contents of package.json, the only place where versions are written. */
export const packageJson = createRequire(import.meta.url)(fromRoot('package.json'))

/**
 * The script behind an installed package's command, to be run with Node: the files in
 * node_modules/.bin are shell scripts on one system and .cmd files on another.
 * @param {string} packageName
 * @param {string} command
 * @returns {string}
 */
export function binOf(packageName, command) {
  const folder = fromRoot('node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

/**
 * An environment in which `bun` is the pinned one.
 * @param {string} bun absolute path of the binary
 * @param {NodeJS.ProcessEnv} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function envWithBun(bun, extra = {}) {
  return { ...process.env, PATH: `${dirname(bun)}${delimiter}${process.env.PATH ?? ''}`, ...extra }
}

/**
 * The absolute path of the first of these commands that PATH has.
 * @param {string[]} names
 * @returns {string | undefined}
 */
export function findInPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync)
}
