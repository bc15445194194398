import { describe, expect, test } from 'bun:test'
import { receiptFile, withOneBitChanged } from '#tests/receipts/files.ts'
import {
  IDENTITY,
  OTHER_IDENTITIES,
  OTHER_ORDER_TWO,
  universallySigned,
} from '#tests/receipts/small-order-points.ts'
import { testKey } from '#tests/support/test-signer.ts'
import { STEPS, type Step, verifyReceipt } from './receipt-verification.ts'

const NO_DAY = '2026-02-30T00:00:00.000Z'

const failed = async (content: unknown, options = {}) => {
  const states = await verifyReceipt(content, options)
  return STEPS.find((step) => states[step] === 'failed') ?? null
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return null
  }
}

describe('the verification of a receipt', () => {
  test('passes every step of a settled vote', async () => {
    const states = await verifyReceipt(receiptFile(300))
    expect(Object.values(states)).toEqual(STEPS.map(() => 'passed'))
  })

  test('waits for what does not exist yet', async () => {
    const open = { ...receiptFile(3), inclusion: null, root: null, evidence: null, points: null }
    expect(await verifyReceipt(open)).toMatchObject({
      ...{ signature: 'passed', path: 'waiting', root: 'waiting', points: 'waiting' },
    })
    expect(await failed(open, { root: 'ab'.repeat(32) })).toBe('root')
  })

  const file = receiptFile(9)
  const root = file.root ?? expect.unreachable()
  const evidence = file.evidence ?? expect.unreachable()
  const { receipt } = file
  test.each<[string, Step, object]>([
    ['another field', 'format', { more: 1 }],
    ['another version', 'format', { receipt: { ...receipt, version: 2 } }],
    ['upper-case hexadecimal', 'format', { receipt: { ...receipt, key: 'A'.repeat(16) } }],
    ['a day that does not exist', 'format', { keys: [testKey({ validFrom: NO_DAY })] }],
    ['an unknown key', 'key', { keys: [] }],
    ['a key under a foreign id', 'key', { keys: [testKey({ publicKey: 'ab'.repeat(32) })] }],
    ['a key that had ended', 'key', { keys: [testKey({ validUntil: receipt.time })] }],
    ['other points', 'signature', { receipt: { ...receipt, hit: receipt.hit + 1 } }],
    ['a path without its root', 'path', { root: null }],
    ['another size', 'path', { root: { ...root, size: 70 } }],
    ['another time of the root', 'root', { root: { ...root, time: receipt.time } }],
    ['other settled points', 'points', { points: 9999 }],
    ['a later reading', 'points', { evidence: { ...evidence, target: receipt.time } }],
  ])('names the step that %s fails', async (_, step, change) => {
    expect(await failed({ ...file, ...change })).toBe(step)
  })

  test('compares with a root and with keys from elsewhere', async () => {
    expect(await failed(file, { root: root.root, keys: [testKey()] })).toBeNull()
    expect(await failed(file, { root: 'ab'.repeat(32) })).toBe('root')
    expect(await failed(file, { keys: [] })).toBe('key')
  })

  test('refuses a key in another encoding of its point', async () => {
    expect(await failed(universallySigned(IDENTITY))).toBeNull()
    for (const key of [...OTHER_IDENTITIES, OTHER_ORDER_TWO]) {
      for (let n = 0; n < 8; n++) expect(await failed(universallySigned(key))).toBe('signature')
    }
  })

  test('refuses each single changed bit', async () => {
    const changes = withOneBitChanged(receiptFile(5))
    expect(changes.length).toBeGreaterThan(10_000)
    const accepted: number[] = []
    for (const [bit, bytes] of changes.entries()) {
      if ((await failed(parsed(bytes))) === null) accepted.push(bit)
    }
    expect(accepted).toEqual([])
  }, 180_000)
})
