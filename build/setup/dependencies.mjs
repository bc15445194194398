import { fingerprint, isFresh, writeStamp } from './build-stamp.mjs'
import { ensureBun } from './bun.mjs'
import { log, runCommand } from './command.mjs'
import { binOf, envWithBun, fromRoot } from './project.mjs'

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
