import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ReceiptKey } from '#shared/contract/receipts.ts'
import { STEPS, verifyReceipt } from '#shared/rules/receipt-verification.ts'
import { testKey } from '#tests/support/test-signer.ts'
import { receiptFile, withOneBitChanged } from './files.ts'

const VERIFIER = fileURLToPath(new URL('verify.py', import.meta.url))

/** Outcomes of the independent verifier, with `flags` of verify.py. */
async function independent(
  contents: readonly Uint8Array[],
  flags: readonly string[] = [],
): Promise<string[]> {
  const input = contents.map((bytes) => `${Buffer.from(bytes).toString('hex')}\n`).join('')
  const python = Bun.spawn(['python3', VERIFIER, ...flags, '--lines'], { stdin: new Blob([input]) })
  return (await new Response(python.stdout).text()).trimEnd().split('\n')
}

async function ours(bytes: Uint8Array): Promise<string> {
  let content: unknown = null
  try {
    content = JSON.parse(Buffer.from(bytes).toString())
  } catch {}
  const states = await verifyReceipt(content)
  return STEPS.find((step) => states[step] === 'failed') ?? 'consistent'
}

const bytesOf = (content: unknown) => Uint8Array.from(Buffer.from(JSON.stringify(content)))

test('two verifiers accept random receipts of trees of every shape', async () => {
  const files = Array.from({ length: 120 }, (_, n) => bytesOf(receiptFile(n + 1)))
  expect(await independent(files)).toEqual(files.map(() => 'consistent'))
  expect(await Promise.all(files.map(ours))).toEqual(files.map(() => 'consistent'))
}, 180_000)

test('the independent verifier says verified only with keys from elsewhere', async () => {
  const files = [bytesOf(receiptFile(4))]
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-keys-'))
  const path = join(folder, 'keys.json')
  const withKeys = (more: Partial<ReceiptKey>) => {
    writeFileSync(path, JSON.stringify({ keys: [testKey(more)] }))
    return independent(files, ['--keys', path])
  }
  expect(await withKeys({})).toEqual(['verified'])
  expect(await withKeys({ id: '00'.repeat(8) })).toEqual(['key'])
  rmSync(folder, { recursive: true })
}, 180_000)

test('two verifiers name the same step for a changed bit', async () => {
  const all = withOneBitChanged(receiptFile(6))
  // A prime step meets every bit of a byte and every field; the other test changes all of them.
  const some = all.filter((_, index) => index % 23 === 0)
  const [theirs, own] = [await independent(some), await Promise.all(some.map(ours))]
  expect(theirs).toEqual(own)
  expect(theirs).not.toContain('consistent')
}, 180_000)
