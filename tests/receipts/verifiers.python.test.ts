import { expect, test } from 'bun:test'
import { fileURLToPath } from 'node:url'
import { STEPS, verifyReceipt } from '#shared/rules/receipt-verification.ts'
import { receiptFile, withOneBitChanged } from './files.ts'

const VERIFIER = fileURLToPath(new URL('verify.py', import.meta.url))

/** Outcomes of the independent verifier. */
async function independent(contents: readonly Uint8Array[]): Promise<string[]> {
  const input = contents.map((bytes) => `${Buffer.from(bytes).toString('hex')}\n`).join('')
  const python = Bun.spawn(['python3', VERIFIER, '--lines'], { stdin: new Blob([input]) })
  return (await new Response(python.stdout).text()).trimEnd().split('\n')
}

async function ours(bytes: Uint8Array): Promise<string> {
  let content: unknown = null
  try {
    content = JSON.parse(Buffer.from(bytes).toString())
  } catch {}
  const states = await verifyReceipt(content)
  return STEPS.find((step) => states[step] === 'failed') ?? 'verified'
}

const bytesOf = (content: unknown) => Uint8Array.from(Buffer.from(JSON.stringify(content)))

test('two verifiers accept random receipts of trees of every shape', async () => {
  const files = Array.from({ length: 120 }, (_, n) => bytesOf(receiptFile(n + 1)))
  expect(await independent(files)).toEqual(files.map(() => 'verified'))
  expect(await Promise.all(files.map(ours))).toEqual(files.map(() => 'verified'))
}, 120_000)

test('two verifiers name the same step for a changed bit', async () => {
  const all = withOneBitChanged(receiptFile(6))
  // A prime step meets every bit of a byte and every field; the other test changes all of them.
  const some = all.filter((_, index) => index % 23 === 0)
  const [theirs, own] = [await independent(some), await Promise.all(some.map(ours))]
  expect(theirs).toEqual(own)
  expect(theirs).not.toContain('verified')
}, 120_000)
