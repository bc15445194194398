import './setup/node-version.mjs'
import { exitOnSetupError, exitWithNpm } from './setup/command.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { runStages } from './test/lanes.mjs'
import { format, isSuccess, sum } from './test/results.mjs'
import { allStages, selectedStages } from './test/stages.mjs'

// npm test                       everything
// npm test -- rounds votes       the test files whose path contains one of these
// npm test -- rounds -t sweep    flags are passed to the test runner
// npm run test:full              with the large matrices: axe on every combination, 100,000 fuzzed requests
const args = process.argv.slice(2).filter((arg) => arg !== '--full')
const isFull = process.argv.includes('--full')
const firstFlag = args.findIndex((arg) => arg.startsWith('-'))
const patterns = firstFlag < 0 ? args : args.slice(0, firstFlag)
const flags = firstFlag < 0 ? [] : args.slice(firstFlag)

if (isFull) {
  process.env.TEST_FULL = '1'
  process.env.FUZZ_RUNS ??= '100000'
}
// Of libpq, and with it of psql and `pg`: they would point the tests at another server, user or database.
for (const name of Object.keys(process.env)) if (/^PG[A-Z]+$/.test(name)) delete process.env[name]
// A process of many tests leaves much garbage. Without these, Bun spends a third of its processor time on
// collecting by a timer and on giving memory back to the system: docs/decisions/test-memory.md.
process.env.MIMALLOC_PURGE_DELAY ??= '-1'
process.env.BUN_GC_TIMER_DISABLE ??= '1'
exitWithNpm()
const bun = await exitOnSetupError(ensureDependencies)

const isSelection = args.length > 0
const stages = isSelection
  ? selectedStages(bun, patterns, flags, { isFull })
  : allStages(bun, { isFull })

const total = sum(await runStages(stages, isSelection ? 1 : 2))
process.exitCode = isSuccess(total) ? 0 : 1
console.log(['', ...total.notes, format(total)].join('\n'))
