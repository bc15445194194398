import { fingerprint, isFresh, stamp } from './stamp.mjs'
import { say, step } from './step.mjs'
import { commandOf, inTree } from './tree.mjs'

const generated = inTree('api', 'infrastructure', 'database', 'generated')

/**
 * Generates the database client from prisma/schema.prisma when either it or Prisma changed. The
 * stamp lies beside the generated code and goes with it.
 *
 * Works without a network: Prisma would download its schema engine, which generating never calls,
 * so it is told that a harmless executable, this Node, is that engine.
 */
export function ensurePrismaClient() {
  const mark = `${generated}/.stamp`
  const print = fingerprint([
    inTree('prisma', 'schema.prisma'),
    inTree('prisma.config.ts'),
    inTree('node_modules', 'prisma', 'package.json'),
  ])
  if (isFresh(mark, print)) return
  say('generating the database client')
  const failure = 'The database client could not be generated'
  step(failure, process.execPath, [commandOf('prisma', 'prisma'), 'generate'], {
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  })
  stamp(mark, print)
}
