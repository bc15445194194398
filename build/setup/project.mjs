import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute path of the folder of package.json. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Absolute path of a file in the project.
 * @param {string[]} parts
 */
export const fromRoot = (...parts) => join(root, ...parts)

/** Parsed package.json, the only place of versions. */
export const packageJson = createRequire(import.meta.url)(fromRoot('package.json'))

/**
 * The commit that is built: COMMIT where a build has no history (an image), else that of the checkout.
 * @returns {{ commit?: string }} a member for package.json; empty when it is unknown
 */
export function builtCommit() {
  const ask = ['-c', 'safe.directory=*', 'rev-parse', 'HEAD']
  const git = () => spawnSync('git', ask, { cwd: root, encoding: 'utf8' })
  // Not named gitHead: electron-builder removes that from package.json.
  const commit = process.env.COMMIT || (existsSync(fromRoot('.git')) && git().stdout?.trim())
  return commit ? { commit } : {}
}

/**
 * Script of an installed package's command, to run with Node: the files in node_modules/.bin are shell
 * scripts on one system and .cmd files on another.
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
 * An environment whose `bun` is the pinned one. Bun's fetch would send even requests to this machine
 * through HTTP_PROXY: those to the embedded sign-in, and those of the tests.
 * @param {string} bun absolute path of the binary
 * @param {NodeJS.ProcessEnv} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function envWithBun(bun, extra = {}) {
  const { PATH = '', NO_PROXY, no_proxy } = process.env
  // Some readers know the asterisk only alone.
  const direct = (/** @type {string | undefined} */ given) =>
    given === '*' ? given : [given, '127.0.0.1', 'localhost', '[::1]'].filter(Boolean).join(',')
  return {
    ...process.env,
    PATH: `${dirname(bun)}${delimiter}${PATH}`,
    // Readers differ in which of the two they prefer.
    NO_PROXY: direct(NO_PROXY || no_proxy),
    no_proxy: direct(no_proxy || NO_PROXY),
    ...extra,
  }
}

/**
 * Absolute path of the first of these commands found in PATH.
 * @param {string[]} names
 * @returns {string | undefined}
 */
export function findInPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync)
}
