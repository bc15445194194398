import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { log, runCommand } from '#build/setup/command.mjs'
import { fromRoot } from '#build/setup/project.mjs'
import { fileMacro } from './file-macro.mjs'

/** Keychain binaries by platform and architecture, in electron-builder's names. */
const BINARIES = {
  darwin: ['keyring-darwin-x64', 'keyring-darwin-arm64'],
  win32: [`keyring-win32-${fileMacro('arch')}-msvc`],
  linux: [`keyring-linux-${fileMacro('arch')}-gnu`],
}

/**
 * The packed part of node_modules: the keychain, which cannot be bundled. macOS gets the binaries of
 * both architectures, because both halves of the universal app must contain the same files.
 * @param {keyof typeof BINARIES} system
 */
export function keychainFiles(system) {
  const own = ['keyring/index.js', 'keyring/package.json', 'keyring/LICENSE']
  const binaries = BINARIES[system].flatMap((name) => [
    `${name}/*.node`,
    `${name}/package.json`,
    `${name}/LICENSE*`,
  ])
  return [
    { from: 'node_modules/@napi-rs', to: 'node_modules/@napi-rs', filter: [...own, ...binaries] },
  ]
}

/**
 * @param {string} system
 * @param {string} arch
 * @param {string} project
 */
function missing(system, arch, project) {
  const names = system === 'darwin' || system === 'win32' ? BINARIES[system] : BINARIES.linux
  return names
    .map((pattern) => pattern.replace(fileMacro('arch'), arch))
    .find((name) => !existsSync(join(project, 'node_modules', '@napi-rs', name)))
}

/**
 * Installs the keychain binaries of all target architectures; a package manager installs only those
 * of its own machine.
 * @param {string} bun absolute path of the binary
 */
export function ensureKeychains(bun) {
  if (!['x64', 'arm64'].some((arch) => missing(process.platform, arch, fromRoot()))) return
  log('installing the packages of other processors')
  runCommand('The packages of other processors could not be installed', bun, [
    'install',
    '--frozen-lockfile',
    `--os=${process.platform}`,
    '--cpu=*',
  ])
}

/**
 * Throws if a binary is not installed; a file pattern without a match would pass silently.
 * @param {string} system
 * @param {string} arch `x64`, `arm64` or `universal`
 * @param {string} project folder to pack
 */
export function assertKeychain(system, arch, project) {
  const name = missing(system, arch, project)
  if (name) throw new Error(`@napi-rs/${name} is missing; npm run dist installs it`)
}
