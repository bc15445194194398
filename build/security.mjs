import './setup/node-version.mjs'
import { exitOnSetupError, exitWithNpm } from './setup/command.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { collectCounts, markdownTable, writeFigures } from './test/counts.mjs'
import { format, isSuccess, sum } from './test/results.mjs'
import { bunTests } from './test/runners.mjs'
import { attackTestFiles } from './test/test-files.mjs'

// npm run security               every security test, at the size of npm test
// npm run security -- nightly    100,000 fuzzed requests and complete payload sets
// npm run security -- wire       the files whose path contains one of these
// Prints a table of requests at the end and writes it to bench-results/security.json.
exitWithNpm()

const NIGHTLY = '100000'
const PATIENCE_MS = 180_000
const COUNTER = './tests/security/support/count-requests.ts'

const words = process.argv.slice(2)
const wanted = words.filter((word) => word !== 'nightly')
if (words.includes('nightly')) process.env.FUZZ_RUNS ??= NIGHTLY

const bun = await exitOnSetupError(() => {
  const binary = ensureDependencies()
  return binary
})
const countsSoFar = collectCounts()

/**
 * Runs a file with request counting; each file has its own process and database.
 * @param {string} command
 * @param {string[]} args
 */
const counting = (command, args) => ({
  command,
  args: args.flatMap((arg) => {
    if (arg === 'test') return [arg, `--preload=${COUNTER}`]
    return arg.startsWith('--timeout=') ? [`--timeout=${PATIENCE_MS}`] : [arg]
  }),
})

const results = []
for (const file of attackTestFiles()) {
  if (wanted.length > 0 && !wanted.some((word) => file.includes(word))) continue
  const before = countsSoFar().length
  const begin = performance.now()
  const result = await bunTests({ bun, files: [file], wrap: counting })
  const sent = countsSoFar()
    .slice(before)
    .find(({ what }) => what === 'sent')?.counts
  const seconds = Math.round((performance.now() - begin) / 1000)
  results.push({ file, result, sent: sent ?? {}, seconds })
}

const KINDS = ['requests', 'connections', 'streams']
const total = sum(results.map(({ result }) => result))
const rows = results.map(({ file, result, sent, seconds }) => [
  file,
  ...KINDS.map((kind) => String(sent[kind] ?? 0)),
  ...[result.passed, result.failed, seconds].map(String),
])
const sums = [...KINDS.keys(), 3, 4, 5].map((column) =>
  rows.reduce((so, row) => so + Number(row[column + 1]), 0),
)
rows.push(['all', ...sums.map(String)])
writeFigures('security', { runs: process.env.FUZZ_RUNS ?? 'usual', results })
const head = ['file', ...KINDS, 'tests passed', 'failed', 'seconds']
console.log(['', markdownTable(head, rows), '', ...total.notes, format(total)].join('\n'))
process.exitCode = isSuccess(total) ? 0 : 1
