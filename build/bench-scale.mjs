import './setup/node-version.mjs'
import { ensureDebianCommand } from './setup/apt.mjs'
import { exitOnSetupError, exitWithNpm } from './setup/command.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { startPostgres } from './setup/postgres.mjs'
import { envWithBun } from './setup/project.mjs'
import { BENCHMARK_TIMEOUT_MS, run } from './test/runners.mjs'

// npm run bench:scale                        the growth table at ten million rows
// npm run bench:scale -- 1000000             one million rows; smaller sizes finish quickly
// npm run bench:scale -- 200000 listeners    selected parts: listeners, desks, threads, settle, seasons,
//                                            figures, search, growth

exitWithNpm()

const { bun, postgres } = await exitOnSetupError(async () => {
  const binary = ensureDependencies()
  ensureDebianCommand('wrk', 'wrk', 'the load generator wrk')
  return { bun: binary, postgres: await startPostgres() }
})

/** @param {string[]} command raises the open-file limit: each listener needs a file in two processes */
const widely = (command) =>
  process.platform === 'win32'
    ? command
    : ['sh', '-c', 'ulimit -n "$(ulimit -Hn)"; exec "$@"', 'sh', ...command]

try {
  const script = [
    bun,
    '--no-orphans',
    '--no-env-file',
    'tests/load/scale.ts',
    ...process.argv.slice(2),
  ]
  const [command = bun, ...args] = widely(script)
  process.exitCode =
    (await run(
      command,
      args,
      envWithBun(bun, { TEST_DATABASE_URL: postgres.url }),
      BENCHMARK_TIMEOUT_MS,
    )) ?? 1
} finally {
  await postgres.stop()
}
