import './setup/node-version.mjs'
import { existsSync, readdirSync } from 'node:fs'
import { ensureDebianPackage } from './setup/apt.mjs'
import { exitOnSetupError, exitWithNpm, SetupError } from './setup/command.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { startPostgres } from './setup/postgres.mjs'
import { collectCounts, faultTable, writeFigures } from './test/counts.mjs'
import { format, isSuccess, sum } from './test/results.mjs'
import { bunTests } from './test/runners.mjs'
import { faultTestFiles } from './test/test-files.mjs'

// npm run faults                 every fault, on PGlite and on PostgreSQL
// npm run faults -- kill stop    the files whose name contains one of these
// FAULTS=few npm run faults      fewer repetitions
// Prints a table at the end and writes it to bench-results/faults.json.
/** Clock tests need libfaketime and are skipped without it. */
function ensureFaketime() {
  const isThere = () =>
    existsSync('/usr/lib') &&
    readdirSync('/usr/lib').some((name) => existsSync(`/usr/lib/${name}/faketime`))
  try {
    ensureDebianPackage('faketime', isThere, 'libfaketime for the clock tests')
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.log(error.message)
  }
}

exitWithNpm()

const { bun, postgres } = await exitOnSetupError(async () => {
  const binary = ensureDependencies()
  ensureFaketime()
  return { bun: binary, postgres: await startPostgres() }
})
const wanted = process.argv.slice(2)
const files = faultTestFiles().filter(
  (file) => wanted.length === 0 || wanted.some((name) => file.includes(name)),
)
const countsSoFar = collectCounts()
try {
  const onPglite = await bunTests({ bun, files })
  const total = sum([onPglite, await bunTests({ bun, files, databaseUrl: postgres.url })])
  const faults = countsSoFar()
  const size = process.env.FAULTS === 'few' ? 'few' : 'whole'
  writeFigures('faults', { size, faults })
  console.log(['', faultTable(faults), '', ...total.notes, format(total)].join('\n'))
  process.exitCode = isSuccess(total) ? 0 : 1
} finally {
  await postgres.stop()
}
