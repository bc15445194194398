import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { log, runCommand, SetupError } from './command.mjs'
import { fromRoot, packageJson } from './project.mjs'

const version = packageJson.devDependencies.bun
const executable = process.platform === 'win32' ? 'bun.exe' : 'bun'

/**
 * A package as bun.lock pins it. `integrity` is the SHA-512 of its archive (Subresource Integrity).
 * @typedef {{ name: string, version: string, integrity: string }} LockedPackage
 */

/**
 * The pinned Bun's binary, absolute; fetched from the npm registry into .tools if missing. Uses the
 * binary of @oven/bun-* directly, because the `bun` command needs an install script.
 * @returns {string}
 */
export function ensureBun() {
  const present = findBun()
  if (present) return present
  log(`fetching Bun ${version} (first run)`)
  const locked = lockedBun(readFileSync(fromRoot('bun.lock'), 'utf8'), machine())
  if (locked) fetchPackage(locked, fromRoot('.tools'))
  const fetched = findBun()
  if (fetched) return fetched
  throw new SetupError(
    `Bun ${version} has no binary that runs on ${process.platform} ${process.arch}`,
  )
}

/** @typedef {{ os: string, cpu: string, libc: string }} Machine as npm names them; `libc` of Linux only */

/** @returns {Machine} */
function machine() {
  const header = Reflect.get(Object(process.report.getReport()), 'header')
  const libc = header.glibcVersionRuntime ? 'glibc' : 'musl'
  return { os: process.platform, cpu: process.arch, libc }
}

/**
 * The package in bun.lock with Bun's binary for a machine.
 * @param {string} lock text of bun.lock, in which each package has a line
 * @param {Machine} on
 * @returns {LockedPackage | undefined}
 */
export function lockedBun(lock, { os, cpu, libc }) {
  for (const [, name = '', pinned = '', traits = '', integrity = ''] of lock.matchAll(
    /^ *"(@oven\/bun-[\w-]+)": \["@oven\/bun-[\w-]+@([\w.-]+)", "", (\{.*\}), "(sha512-[^"]+)"\],?$/gm,
  )) {
    const own = JSON.parse(traits)
    if (own.os !== os || own.cpu !== cpu || (own.libc && own.libc !== libc)) continue
    return { name, version: pinned, integrity }
  }
  return undefined
}

/**
 * Installs one package into `folder`. npm compares the archive with the integrity of the lock file
 * before it unpacks anything.
 * @param {LockedPackage} locked
 * @param {string} folder
 * @param {string[]} [flags] more flags of npm
 */
export function fetchPackage({ name, version: pinned, integrity }, folder, flags = []) {
  const dependencies = { [name]: pinned }
  const packages = {
    '': { dependencies },
    [`node_modules/${name}`]: { version: pinned, integrity },
  }
  mkdirSync(folder, { recursive: true })
  const write = (/** @type {string} */ file, /** @type {object} */ content) =>
    writeFileSync(join(folder, file), `${JSON.stringify(content, null, 2)}\n`)
  write('package.json', { private: true, dependencies })
  write('package-lock.json', { lockfileVersion: 3, requires: true, packages })
  const { command, leading } = npmCommand()
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier']
  const args = [...leading, 'ci', '--prefix', folder, ...quiet, ...RETRIES, ...flags]
  const failure = `${name} ${pinned} could not be fetched from the npm registry`
  try {
    runCommand(failure, command, args)
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    if (/integrity checksum failed/i.test(error.message)) {
      throw new SetupError(
        `${name} ${pinned} of the npm registry differs from the SHA-512 in bun.lock, so it was not installed`,
      )
    }
    // npm blames itself ("root-owned files") for every cache that this user cannot write to.
    if (!/EACCES|EPERM|EROFS|ENOTDIR|EEXIST|root-owned|mkdir/.test(error.message)) throw error
    log('npm cannot use its cache; using one in .tools')
    runCommand(failure, command, [...args, '--cache', join(folder, 'npm-cache')])
  }
}

/** Without a network npm's own three attempts take 70 seconds. */
const RETRIES = [
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=500',
  '--fetch-retry-maxtimeout=2000',
]

/**
 * npm's own script, run with Node: if npm started this process its own, on Windows the one beside Node,
 * because npm.cmd there needs a shell, which splits a path with a space. Else `npm` from PATH.
 * @param {{ env?: NodeJS.ProcessEnv, platform?: string, node?: string }} [on]
 * @returns {{ command: string, leading: string[] }}
 */
export function npmCommand({
  env = process.env,
  platform = process.platform,
  node = process.execPath,
} = {}) {
  const script = env.npm_execpath
  if (script?.endsWith('npm-cli.js')) return { command: node, leading: [script] }
  if (platform !== 'win32') return { command: 'npm', leading: [] }
  const beside = join(dirname(node), 'node_modules', 'npm', 'bin', 'npm-cli.js')
  if (existsSync(beside)) return { command: node, leading: [beside] }
  throw new SetupError('npm was not found beside Node; start with "npm start"')
}

/** The first binary of the pinned version that runs; there is one per processor type. */
function findBun() {
  for (const folder of ['.tools', '.']) {
    const vendor = fromRoot(folder, 'node_modules', '@oven')
    const packages = existsSync(vendor) ? readdirSync(vendor).sort() : []
    for (const name of packages) {
      const candidate = join(vendor, name, 'bin', executable)
      const reply = spawnSync(candidate, ['--version'], { encoding: 'utf8' })
      if (reply.status === 0 && reply.stdout.trim() === version) return candidate
    }
  }
  return undefined
}
