import './setup/node-version.mjs'
import { spawnSync } from 'node:child_process'
import { ensureDebianPackage } from './setup/apt.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { whenNpmEnds } from './setup/parent.mjs'
import { startPostgres } from './setup/postgres.mjs'
import { ensurePrismaClient } from './setup/prisma-client.mjs'
import { orSay } from './setup/step.mjs'
import { withBun } from './setup/tree.mjs'
import { run } from './test/command.mjs'

// npm run bench:scale                        the growth table at ten million rows
// npm run bench:scale -- 1000000             the same at one million; below that all of it is short
// npm run bench:scale -- 200000 listeners    some of its parts: listeners, settle, growth
const isThere = (/** @type {string} */ command) => spawnSync(command, ['-v']).error === undefined

whenNpmEnds(() => process.exit(1))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const { bun, postgres } = await orSay(async () => {
  const binary = ensureDependencies()
  ensurePrismaClient()
  ensureDebianPackage('wrk', () => isThere('wrk'), 'the load generator wrk')
  return { bun: binary, postgres: await startPostgres() }
})

/** @param {string[]} command with as many open files as may be: each listener is one in two processes */
const widely = (command) =>
  process.platform === 'win32'
    ? command
    : ['sh', '-c', 'ulimit -n "$(ulimit -Hn)"; exec "$@"', 'sh', ...command]

try {
  const script = [bun, '--no-env-file', 'tests/load/scale.ts', ...process.argv.slice(2)]
  const [command = bun, ...args] = widely(script)
  process.exitCode =
    (await run(command, args, withBun(bun, { TEST_DATABASE_URL: postgres.url }))) ?? 1
} finally {
  await postgres.stop()
}
