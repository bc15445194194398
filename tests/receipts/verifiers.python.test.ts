import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ReceiptKey } from '#shared/contract/receipts.ts'
import { readUtf8 } from '#shared/rules/log/strict-text.ts'
import { STEPS, verifyReceipt } from '#shared/rules/receipt-verification.ts'
import { testKey, testSigner } from '#tests/support/test-signer.ts'
import { receiptFile, treeReceiptFile, withOneBitChanged } from './files.ts'
import {
  IDENTITY,
  ORDER_TWO,
  OTHER_IDENTITIES,
  OTHER_ORDER_TWO,
  signedWithIdentity,
  universallySigned,
} from './small-order-points.ts'

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
    content = JSON.parse(readUtf8(bytes) ?? '')
  } catch {}
  const { steps } = await verifyReceipt(content)
  return STEPS.find((step) => steps[step] === 'failed') ?? 'consistent'
}

const bytesOf = (content: unknown) => Uint8Array.from(Buffer.from(JSON.stringify(content)))

test('two verifiers accept random receipts of logs and trees of every shape', async () => {
  const files = Array.from({ length: 80 }, (_, n) => [
    bytesOf(receiptFile(n + 1, { before: (n * 7) % 300 })),
    bytesOf(treeReceiptFile(n + 1)),
  ]).flat()
  expect(await independent(files)).toEqual(files.map(() => 'consistent'))
  expect(await Promise.all(files.map(ours))).toEqual(files.map(() => 'consistent'))
}, 180_000)

test('two verifiers compare the time of a vote with the voting of its round', async () => {
  const { key: _key, signature: _signature, ...payload } = treeReceiptFile(1).receipt
  const cases = [
    ['2026-11-19T00:00:00.000Z', '2026-11-26T00:00:00.000Z', 'consistent'],
    ['2026-11-18T23:59:59.999Z', '2026-11-26T00:00:00.000Z', 'time'],
    ['2026-11-22T23:59:59.999Z', '2026-11-26T00:00:00.000Z', 'consistent'],
    ['2026-11-23T00:00:00.000Z', '2026-11-26T00:00:00.000Z', 'time'],
    ['2026-11-25T23:59:59.999Z', '2026-11-30T00:00:00.000Z', 'consistent'],
    ['2026-11-26T00:00:00.000Z', '2026-11-30T00:00:00.000Z', 'time'],
    ['2026-11-20T00:00:00.000Z', '2026-11-27T00:00:00.000Z', 'time'],
    ['2026-11-19T00:00:00.000Z', '2026-11-26T00:00:00.001Z', 'time'],
  ] as const
  const files = cases.map(([time, target]) => {
    const file = receiptFile(1, { receipt: { ...payload, time, target } })
    return bytesOf({ ...file, evidence: null, points: null })
  })
  expect(await independent(files)).toEqual(cases.map(([, , step]) => step))
  expect(await Promise.all(files.map(ours))).toEqual(cases.map(([, , step]) => step))
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
  // A prime step meets every bit of a byte and every field; the other test changes all of them.
  const some = [receiptFile(6), treeReceiptFile(6)].flatMap((file) =>
    withOneBitChanged(file).filter((_, index) => index % 23 === 0),
  )
  const [theirs, own] = [await independent(some), await Promise.all(some.map(ours))]
  expect(theirs).toEqual(own)
  expect(theirs).not.toContain('consistent')
}, 180_000)

test('two verifiers refuse instants that do not exist', async () => {
  const existing = [
    '0001-01-01T00:00:00.000Z',
    '2000-02-29T23:59:59.999Z',
    '9999-12-31T00:00:00.000Z',
  ]
  const others = [
    '0000-01-01T00:00:00.000Z',
    '1900-02-29T00:00:00.000Z',
    '2026-02-30T00:00:00.000Z',
    '2026-04-31T00:00:00.000Z',
    '2026-00-10T00:00:00.000Z',
    '2026-13-01T00:00:00.000Z',
    '2026-01-00T00:00:00.000Z',
    '2026-01-32T00:00:00.000Z',
    '2026-01-01T24:00:00.000Z',
    '2026-01-01T00:60:00.000Z',
    '2016-12-31T23:59:60.000Z',
  ]
  const files = [...existing, ...others].map((validFrom) =>
    bytesOf({ ...receiptFile(2), keys: [testKey({ validFrom })] }),
  )
  const expected = [...existing.map(() => 'consistent'), ...others.map(() => 'format')]
  expect(await independent(files)).toEqual(expected)
  expect(await Promise.all(files.map(ours))).toEqual(expected)
}, 180_000)

test('two verifiers count days to the first and the last instant', async () => {
  const { receipt, evidence, keys } = treeReceiptFile(1)
  if (!evidence) throw new Error('a file of a settled vote has evidence')
  const files = ['0001-01-01T00:00:00.000Z', '9999-12-31T00:00:00.000Z'].map((target) => {
    const price = { price: '1', exchange: 'binance', candleTime: target, readAt: target }
    const prices = { ...evidence, target, reference: price, settlement: price }
    return bytesOf({
      ...{ receipt: testSigner.receipt({ ...receipt, target }), inclusion: null, root: null },
      ...{ evidence: testSigner.evidence({ ...prices, outcome: 'steady' }), points: 0, keys },
    })
  })
  expect(await independent(files)).toEqual(['time', 'time'])
  expect(await Promise.all(files.map(ours))).toEqual(['time', 'time'])
}, 180_000)

test('two verifiers refuse other encodings of a point, and take the equation without the cofactor', async () => {
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const refused = [
    ...[...OTHER_IDENTITIES, OTHER_ORDER_TWO].map((key) => universallySigned(key, random)),
    ...OTHER_IDENTITIES.map(signedWithIdentity),
  ]
  const accepted = [universallySigned(IDENTITY, random), signedWithIdentity(IDENTITY)]
  const files = [...accepted, ...refused].map(bytesOf)
  const expected = [...accepted.map(() => 'consistent'), ...refused.map(() => 'signature')]
  expect(await independent(files)).toEqual(expected)
  expect(await Promise.all(files.map(ours))).toEqual(expected)

  // With the cofactor all of these would verify; without it, those with an even hash do.
  const ofOrderTwo = Array.from({ length: 12 }, () => bytesOf(universallySigned(ORDER_TWO, random)))
  const results = await independent(ofOrderTwo)
  expect(new Set(results)).toEqual(new Set(['consistent', 'signature']))
  expect(await Promise.all(ofOrderTwo.map(ours))).toEqual(results)
}, 180_000)
