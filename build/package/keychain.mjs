import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { log, runCommand } from '#build/setup/command.mjs'
import { fromRoot } from '#build/setup/project.mjs'
import { slot } from './slot.mjs'

/** The binary of the keychain by what it runs on, as electron-builder names both. */
const BINARIES = {
  darwin: ['keyring-darwin-x64', 'keyring-darwin-arm64'],
  win32: [`keyring-win32-${slot('arch')}-msvc`],
  linux: [`keyring-linux-${slot('arch')}-gnu`],
}

/**
 * What is packed of node_modules: the keychain alone, which cannot be bundled. On macOS with the
 * binaries of both processors, so that the two halves of the universal app are alike.
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
    .map((pattern) => pattern.replace(slot('arch'), arch))
    .find((name) => !existsSync(join(project, 'node_modules', '@napi-rs', name)))
}

/**
 * Installs the keychain of every processor that this system's installers are for: a package manager
 * brings that of its own machine alone.
 * @param {string} bun absolute path of the binary
 */
export function ensureKeychains(bun) {
  if (!['x64', 'arm64'].some((arch) => missing(process.platform, arch, fromRoot()))) return
  log('installing the packages of other processors')
  runCommand('The packages of other processors could not be installed', bun, [
    ...['install', '--frozen-lockfile', `--os=${process.platform}`, '--cpu=*'],
  ])
}

/**
 * Stops when a binary is not installed, since a pattern that finds nothing is no error.
 * @param {string} system
 * @param {string} arch `x64`, `arm64` or `universal`
 * @param {string} project the folder that is packed
 */
export function assertKeychain(system, arch, project) {
  const name = missing(system, arch, project)
  if (name) throw new Error(`@napi-rs/${name} is missing; npm run dist installs it`)
}
