import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { hexToBytes } from '@noble/hashes/utils.js'
import { keyFingerprint } from '#shared/rules/receipt.ts'
import { readKeys, readReceiptFile } from '#shared/rules/receipt-format.ts'
import { STEPS, signingKeys, verifyReceipt } from '#shared/rules/receipt-verification.ts'

const USAGE =
  'Usage: npm run verify -- receipt.json [--root HEX] [--keys tidemark-keys.json] [--key FINGERPRINT]…'

const MEANING = {
  format: 'the file has the fields of docs/RECEIPTS.md',
  key: 'the key is in the list and was in use',
  signature: 'the key has signed this receipt',
  path: 'the receipt is a leaf of the tree',
  root: 'the key has signed the root of the round',
  points: 'the points follow from the evidence',
} as const

const VERIFIED = 0
const FAILED = 1
const UNKNOWN_KEY = 3

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** Keys from an independent source: those of a file, and those of the receipt with a pinned fingerprint. */
function knownKeys(content: unknown, path: string | undefined, pinned: string[]) {
  if (path === undefined && pinned.length === 0) return undefined
  const wrong = pinned.find((text) => !/^[\da-f]{64}$/i.test(text))
  if (wrong !== undefined) throw new Error(`${wrong} is no fingerprint: 64 hexadecimal digits.`)
  const given = path === undefined ? [] : readKeys(readJson(path))
  if (given === null) throw new Error(`${path} has no list of keys.`)
  const wanted = new Set(pinned.map((text) => text.toLowerCase()))
  const own = readReceiptFile(content)?.keys ?? []
  return [...given, ...own.filter((key) => wanted.has(keyFingerprint(hexToBytes(key.publicKey))))]
}

/** Exit codes: 0 verified as far as it exists, 1 a step failed, 2 usage, 3 consistent, by an unknown key. */
async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      root: { type: 'string' },
      keys: { type: 'string' },
      key: { type: 'string', multiple: true },
    },
  })
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0) throw new Error(USAGE)
  let content: unknown
  try {
    content = readJson(path)
  } catch {
    content = null
  }
  const keys = knownKeys(content, values.keys, values.key ?? [])
  const states = await verifyReceipt(content, { root: values.root?.toLowerCase(), keys })
  for (const step of STEPS) console.log(`${states[step].padEnd(8)} ${step}: ${MEANING[step]}`)
  if (values.root === undefined) console.log('Root: that of the file. --root compares with a copy.')
  const failed = STEPS.find((step) => states[step] === 'failed')
  if (failed) {
    console.log(`FAILED at ${failed}.`)
    return FAILED
  }
  if (keys !== undefined) {
    console.log('Verified.')
    return VERIFIED
  }
  console.log(
    "Keys: those of the file, which anybody could have made. Compare with a copy of the site's",
  )
  console.log('/.well-known/tidemark-keys.json (--keys FILE), or pin a fingerprint that you know:')
  for (const fingerprint of signingKeys(content)) console.log(`  --key ${fingerprint}`)
  console.log('CONSISTENT, but signed by an unknown key.')
  return UNKNOWN_KEY
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
