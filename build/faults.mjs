import './setup/node-version.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { whenNpmEnds } from './setup/parent.mjs'
import { startPostgres } from './setup/postgres.mjs'
import { ensurePrismaClient } from './setup/prisma-client.mjs'
import { orSay } from './setup/step.mjs'
import { bunTests } from './test/bun-tests.mjs'
import { collectCounts, writeFigures } from './test/counts.mjs'
import { faultTable } from './test/fault-table.mjs'
import { inWords, isGood, sum } from './test/tally.mjs'
import { faultTestFiles } from './test/test-files.mjs'

// npm run faults                 every fault, on PGlite and on PostgreSQL
// npm run faults -- kill stop    the files whose name contains one of these
// FAULTS=few npm run faults      each fault a few times only
// Closes with a table, whose figures are in bench-results/faults.json as well.
whenNpmEnds(() => process.exit(1))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const { bun, postgres } = await orSay(async () => {
  const binary = ensureDependencies()
  ensurePrismaClient()
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
  console.log(['', faultTable(faults), '', ...total.notes, inWords(total)].join('\n'))
  process.exitCode = isGood(total) ? 0 : 1
} finally {
  await postgres.stop()
}
