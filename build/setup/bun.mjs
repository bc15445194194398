import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SetupError, say, step } from './step.mjs'
import { inTree, manifest } from './tree.mjs'

const version = manifest.devDependencies.bun
const executable = process.platform === 'win32' ? 'bun.exe' : 'bun'

/**
 * The pinned Bun's binary, absolute; fetched from the npm registry into .tools when missing. The
 * binary inside @oven/bun-* is used directly: the `bun` command of the npm package is a link that
 * only its install script makes, and install scripts are off on many machines.
 * @returns {string}
 */
export function ensureBun() {
  const present = findBun()
  if (present) return present
  say(`fetching Bun ${version} (first run)`)
  const { command, leading } = npm()
  const failure = `Bun ${version} could not be fetched from the npm registry`
  const args = ['install', '--prefix', inTree('.tools'), '--no-save', '--no-package-lock']
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier']
  step(failure, command, [...leading, ...args, ...quiet, `bun@${version}`], {
    shell: command === 'npm' && process.platform === 'win32',
  })
  const fetched = findBun()
  if (fetched) return fetched
  throw new SetupError(
    `Bun ${version} has no binary that runs on ${process.platform} ${process.arch}`,
  )
}

/** npm's own script when npm started us, since then it surely runs; else npm by name. */
function npm() {
  const script = process.env.npm_execpath
  if (script?.endsWith('npm-cli.js')) return { command: process.execPath, leading: [script] }
  return { command: 'npm', leading: [] }
}

/**
 * The first binary that runs and has the right version. The package brings several (with and
 * without AVX2, glibc and musl); which of them runs is a matter of the machine, so each is tried.
 */
function findBun() {
  for (const place of ['.tools', '.']) {
    const vendor = inTree(place, 'node_modules', '@oven')
    const packages = existsSync(vendor) ? readdirSync(vendor).sort() : []
    for (const name of packages) {
      const candidate = join(vendor, name, 'bin', executable)
      const answer = spawnSync(candidate, ['--version'], { encoding: 'utf8' })
      if (answer.status === 0 && answer.stdout.trim() === version) return candidate
    }
  }
  return undefined
}
