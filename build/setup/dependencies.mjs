import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint, isFresh, writeStamp } from './build-stamp.mjs'
import { log, runCommand, SetupError } from './command.mjs'
import { binOf, envWithBun, fromRoot, packageJson } from './project.mjs'

const version = packageJson.devDependencies.bun
const executable = process.platform === 'win32' ? 'bun.exe' : 'bun'

/**
 * Installs what bun.lock pins and generates the database client, if either is stale.
 * @returns {string} the absolute path of the Bun binary
 */
export function ensureDependencies() {
  const bun = ensureBun()
  // Inside node_modules, so that removing that folder removes the stamp too.
  const stamp = fromRoot('node_modules', '.tidemark-stamp')
  const print = fingerprint([fromRoot('package.json'), fromRoot('bun.lock')])
  if (!isFresh(stamp, print)) {
    log('installing packages')
    const args = ['install', '--frozen-lockfile']
    runCommand('The packages could not be installed', bun, args, { env: envWithBun(bun) })
    writeStamp(stamp, print)
  }
  ensurePrismaClient()
  return bun
}

/**
 * The pinned Bun's binary, absolute; fetched from the npm registry into .tools if missing. Uses the
 * binary of @oven/bun-* directly, because the `bun` command needs an install script.
 * @returns {string}
 */
export function ensureBun() {
  const present = findBun()
  if (present) return present
  log(`fetching Bun ${version} (first run)`)
  const { command, leading } = npm()
  const failure = `Bun ${version} could not be fetched from the npm registry`
  const args = ['install', '--prefix', fromRoot('.tools'), '--no-save', '--no-package-lock']
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier']
  runCommand(failure, command, [...leading, ...args, ...quiet, `bun@${version}`], {
    shell: command === 'npm' && process.platform === 'win32',
  })
  const fetched = findBun()
  if (fetched) return fetched
  throw new SetupError(
    `Bun ${version} has no binary that runs on ${process.platform} ${process.arch}`,
  )
}

/** npm's own script if npm started this process, since it is known to run; else `npm` from PATH. */
function npm() {
  const script = process.env.npm_execpath
  if (script?.endsWith('npm-cli.js')) return { command: process.execPath, leading: [script] }
  return { command: 'npm', leading: [] }
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

/**
 * Generates the database client if the schema or Prisma changed; works offline. Prisma would download
 * its schema engine, which `generate` never calls, so Node is passed in its place.
 */
export function ensurePrismaClient() {
  const stamp = fromRoot('api', 'infrastructure', 'database', 'generated', '.stamp')
  const print = fingerprint([
    fromRoot('prisma', 'schema.prisma'),
    fromRoot('prisma.config.ts'),
    fromRoot('node_modules', 'prisma', 'package.json'),
  ])
  if (isFresh(stamp, print)) return
  log('generating the database client')
  const failure = 'The database client could not be generated'
  runCommand(failure, process.execPath, [binOf('prisma', 'prisma'), 'generate'], {
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  })
  writeStamp(stamp, print)
}
