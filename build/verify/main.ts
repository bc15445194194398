import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readKeys } from '#shared/rules/receipt-format.ts'
import { STEPS, verifyReceipt } from '#shared/rules/receipt-verification.ts'

const USAGE = 'Usage: npm run verify -- receipt.json [--root HEX] [--keys tidemark-keys.json]'

const MEANING = {
  format: 'the file has the fields of docs/RECEIPTS.md',
  key: 'the key is known and was in use',
  signature: 'the site has signed this receipt',
  path: 'the receipt is a leaf of the tree',
  root: 'the site has signed the root of the round',
  points: 'the points follow from the evidence',
} as const

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** Exit codes: 0 verified as far as it exists, 1 a step failed, 2 usage. */
async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { root: { type: 'string' }, keys: { type: 'string' } },
  })
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0) throw new Error(USAGE)
  const keys = values.keys === undefined ? undefined : readKeys(readJson(values.keys))
  if (keys === null) throw new Error(`${values.keys} has no list of keys.`)
  let content: unknown
  try {
    content = readJson(path)
  } catch {
    content = null
  }
  const states = await verifyReceipt(content, { root: values.root?.toLowerCase(), keys })
  for (const step of STEPS) console.log(`${states[step].padEnd(8)} ${step}: ${MEANING[step]}`)
  if (keys === undefined)
    console.log('Keys: those of the file. --keys compares with your own copy.')
  if (values.root === undefined) console.log('Root: that of the file. --root compares with a copy.')
  const failed = STEPS.find((step) => states[step] === 'failed')
  console.log(failed ? `FAILED at ${failed}.` : 'Verified.')
  return failed ? 1 : 0
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
