import { describe, expect, test } from 'bun:test'
import { signWith } from '#api/modules/receipts/signer.ts'
import { signingKeyOf } from '#api/modules/receipts/signing-key.ts'
import { receiptFile, treeReceiptFile, withOneBitChanged } from '#tests/receipts/files.ts'
import {
  IDENTITY,
  OTHER_IDENTITIES,
  OTHER_ORDER_TWO,
  universallySigned,
} from '#tests/receipts/small-order-points.ts'
import { TEST_KEY, TEST_ORIGIN, testKey } from '#tests/support/test-signer.ts'
import { keyFingerprint } from './receipt.ts'
import { isSealedLate } from './receipt-sealing.ts'
import { STEPS, type Step, signingKeys, verifyReceipt } from './receipt-verification.ts'

const NO_DAY = '2026-02-30T00:00:00.000Z'

const failed = async (content: unknown, options = {}) => {
  const { steps } = await verifyReceipt(content, options)
  return STEPS.find((step) => steps[step] === 'failed') ?? null
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return null
  }
}

const acceptedBits = async (changes: readonly Uint8Array[]) => {
  const accepted: number[] = []
  for (const [bit, bytes] of changes.entries()) {
    if ((await failed(parsed(bytes))) === null) accepted.push(bit)
  }
  return accepted
}

const SEALED_AT = '2026-11-23T00:00:31.000Z'

describe('the verification of a receipt in the log', () => {
  test('passes every step of a settled vote, and states when its round was sealed', async () => {
    const { steps, sealing } = await verifyReceipt(receiptFile(300, { before: 1000 }))
    expect(Object.values(steps)).toEqual(STEPS.map(() => 'passed'))
    expect(sealing).toMatchObject({
      at: Date.parse(SEALED_AT),
      witnesses: [],
      checkpoint: { origin: TEST_ORIGIN, size: 1300 },
    })
    expect(sealing?.checkpoint?.index).toBeGreaterThanOrEqual(1000)
  })

  test('passes with a receipt from before the log', async () => {
    const { receipt } = treeReceiptFile(1)
    const { key: _key, signature: _signature, ...payload } = receipt
    expect(await failed(receiptFile(9, { receipt: payload }))).toBeNull()
  })

  test('tells a round that was sealed later than ten minutes after its close', async () => {
    const late = async (sealedAt: string) => {
      const file = receiptFile(3, { sealedAt })
      const { sealing } = await verifyReceipt(file)
      return isSealedLate(sealing?.at ?? expect.unreachable(), file.receipt.target)
    }
    expect(await late('2026-11-23T00:10:00.000Z')).toBe(false)
    expect(await late('2026-11-23T00:10:01.000Z')).toBe(true)
  })

  test('waits for what does not exist yet', async () => {
    const open = { ...receiptFile(3), tlogProof: null, evidence: null, points: null }
    const { steps, sealing } = await verifyReceipt(open)
    const waiting = { path: 'waiting', checkpoint: 'waiting', points: 'waiting' }
    expect(steps).toMatchObject({ signature: 'passed', time: 'passed', ...waiting })
    expect(sealing).toBeNull()
    expect(await failed(open, { root: 'ab'.repeat(32) })).toBe('checkpoint')
  })

  const file = receiptFile(9)
  const { receipt, evidence } = file
  const elsewhere = receiptFile(9)
  test.each<[string, Step, object]>([
    ['another field', 'format', { more: 1 }],
    ['another version', 'format', { receipt: { ...receipt, version: 3 } }],
    ['another spelling of the key', 'format', { receipt: { ...receipt, vkey: 'a+b' } }],
    ['a broken proof', 'format', { tlogProof: 'c2sp.org/tlog-proof@v1\n' }],
    ['a day that does not exist', 'format', { keys: [testKey({ validFrom: NO_DAY })] }],
    ['an unknown key', 'key', { keys: [] }],
    ['a key under a foreign id', 'key', { keys: [testKey({ publicKey: 'ab'.repeat(32) })] }],
    ['a key that had ended', 'key', { keys: [testKey({ validUntil: receipt.time })] }],
    ['other points', 'signature', { receipt: { ...receipt, hit: receipt.hit + 1 } }],
    ['another entry price', 'signature', { receipt: { ...receipt, entryPrice: '1' } }],
    ['the proof of another vote', 'path', { tlogProof: elsewhere.tlogProof }],
    ['other settled points', 'points', { points: 9999 }],
    ['a later reading', 'points', { evidence: { ...evidence, target: receipt.time } }],
  ])('names the step that %s fails', async (_, step, change) => {
    expect(await failed({ ...file, ...change })).toBe(step)
  })

  test('refuses a vote from outside the voting of its round, and of no round', async () => {
    const at = (change: object) => {
      const { key: _key, signature: _signature, ...payload } = treeReceiptFile(1).receipt
      return failed(receiptFile(1, { receipt: { ...payload, ...change } }))
    }
    expect(await at({ time: '2026-11-19T00:00:00.000Z' })).toBeNull()
    expect(await at({ time: '2026-11-18T23:59:59.999Z' })).toBe('time')
    expect(await at({ time: '2026-11-22T23:59:59.999Z' })).toBeNull()
    expect(await at({ time: '2026-11-23T00:00:00.000Z' })).toBe('time')
    expect(await at({ target: '2026-11-27T00:00:00.000Z' })).toBe('time')
  })

  test('compares with a root, a name of the log and keys from elsewhere', async () => {
    const { sealing } = await verifyReceipt(file)
    const root = sealing?.checkpoint?.root
    expect(await failed(file, { root, keys: [testKey()], origin: TEST_ORIGIN })).toBeNull()
    expect(await failed(file, { root: 'ab'.repeat(32) })).toBe('checkpoint')
    expect(await failed(file, { origin: 'other.test/calls' })).toBe('key')
    expect(await failed(file, { keys: [] })).toBe('key')
  })

  test('refuses each single changed bit', async () => {
    const changes = withOneBitChanged(receiptFile(5))
    expect(changes.length).toBeGreaterThan(10_000)
    expect(await acceptedBits(changes)).toEqual([])
  }, 180_000)
})

describe('the fingerprints of the keys that signed a file', () => {
  const next = signingKeyOf('another secret that is for tests only')
  const nextKey = testKey({ id: next.id, publicKey: Buffer.from(next.publicKey).toString('hex') })
  const idle = signingKeyOf('a secret that signs nothing in these files')
  const idleKey = testKey({ id: idle.id, publicKey: Buffer.from(idle.publicKey).toString('hex') })
  const rotated = {
    ...receiptFile(3, { checkpointSigner: signWith(() => next, TEST_ORIGIN) }),
    keys: [testKey(), nextKey, idleKey],
  }
  const fingerprints = [TEST_KEY, next].map(({ publicKey }) => keyFingerprint(publicKey))

  test('include the key of a checkpoint from after a change of the key', async () => {
    expect(await failed(rotated, { keys: [testKey(), nextKey] })).toBeNull()
    expect(signingKeys(rotated)).toEqual(fingerprints)
  })

  test('are of keys from elsewhere where those verify the file', () => {
    expect(signingKeys({ ...rotated, keys: [] }, rotated.keys)).toEqual(fingerprints)
  })
})

describe('the verification of a receipt in the tree of its round', () => {
  const file = treeReceiptFile(9)
  const root = file.root ?? expect.unreachable()

  test('passes every step of a settled vote', async () => {
    const { steps, sealing } = await verifyReceipt(treeReceiptFile(300))
    expect(Object.values(steps)).toEqual(STEPS.map(() => 'passed'))
    expect(sealing).toEqual({ at: Date.parse(SEALED_AT), witnesses: [], checkpoint: null })
  })

  test.each<[string, Step, object]>([
    ['a path without its root', 'path', { root: null }],
    ['another size', 'path', { root: { ...root, size: 70 } }],
    ['another time of the root', 'checkpoint', { root: { ...root, time: file.receipt.time } }],
    ['an upper-case key', 'format', { receipt: { ...file.receipt, key: 'A'.repeat(16) } }],
  ])('names the step that %s fails', async (_, step, change) => {
    expect(await failed({ ...file, ...change })).toBe(step)
  })

  test('refuses a key in another encoding of its point', async () => {
    expect(await failed(universallySigned(IDENTITY))).toBeNull()
    for (const key of [...OTHER_IDENTITIES, OTHER_ORDER_TWO]) {
      for (let n = 0; n < 8; n++) expect(await failed(universallySigned(key))).toBe('signature')
    }
  })

  test('compares with a root from elsewhere', async () => {
    expect(await failed(file, { root: root.root, keys: [testKey()] })).toBeNull()
    expect(await failed(file, { root: 'ab'.repeat(32) })).toBe('checkpoint')
  })

  test('refuses each single changed bit', async () => {
    expect(await acceptedBits(withOneBitChanged(treeReceiptFile(5)))).toEqual([])
  }, 180_000)
})
