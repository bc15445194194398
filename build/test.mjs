import './setup/node-version.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { whenNpmEnds } from './setup/parent.mjs'
import { ensurePrismaClient } from './setup/prisma-client.mjs'
import { orSay } from './setup/step.mjs'
import { allStages, someTests } from './test/stages.mjs'
import { inWords, isGood, sum, tally } from './test/tally.mjs'

// npm test                       everything
// npm test -- rounds votes       the test files whose path contains one of these
// npm test -- rounds -t sweep    what follows the first flag is handed to bun test
const args = process.argv.slice(2)
const firstFlag = args.findIndex((arg) => arg.startsWith('-'))
const patterns = firstFlag < 0 ? args : args.slice(0, firstFlag)
const flags = firstFlag < 0 ? [] : args.slice(firstFlag)

// Ending by exit lets what was started and written be cleared away.
whenNpmEnds(() => process.exit(1))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const bun = await orSay(() => {
  const binary = ensureDependencies()
  ensurePrismaClient()
  return binary
})

const stages = args.length > 0 ? someTests(bun, patterns, flags) : allStages(bun)
const tallies = []
for (const { title, work } of stages) {
  console.log(`\n── ${title}`)
  const begin = performance.now()
  const result = await work().catch((error) => {
    console.error(error)
    return tally({ failed: 1, notes: [`failed: ${title} crashed: ${error.message}`] })
  })
  tallies.push(result)
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  console.log(`── ${title}: ${inWords(result)} (${seconds} s)`)
}

const total = sum(tallies)
console.log(['', ...total.notes, inWords(total)].join('\n'))
process.exitCode = isGood(total) ? 0 : 1
