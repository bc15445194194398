import { expect, test } from 'bun:test'
import { receiptFile } from '#tests/receipts/files.ts'
import { testSigner } from '#tests/support/test-signer.ts'
import { findReceipt } from './kept-receipt.ts'

const { receipt: first } = receiptFile(1)
const { receipt: second } = receiptFile(1)

test('without a kept receipt the one of the site is verified', () => {
  expect(findReceipt(first, [])).toEqual({ receipt: first, source: 'served', other: null })
  expect(findReceipt(undefined, [])).toBeNull()
  expect(findReceipt(undefined, ['no receipt'])).toBeNull()
})

test('the newest kept receipt is verified, and the site may sign it again', () => {
  const { vkey: _vkey, ...payload } = first.version === 2 ? first : expect.unreachable()
  const again = { ...testSigner.receipt(payload), signature: 'ab'.repeat(64) }
  const kept = { receipt: first, source: 'kept' as const, other: null }
  expect(findReceipt(again, [second, first])).toEqual(kept)
  expect(findReceipt(undefined, [second, first])).toEqual(kept)
})

test('another receipt of the site never takes the place of the kept one, newer or older', () => {
  const newer = { ...first, time: '2026-11-22T23:00:00.000Z' }
  const older = { ...first, time: '2026-11-19T00:00:00.000Z' }
  for (const other of [newer, older, second]) {
    expect(findReceipt(other, [first])).toEqual({ receipt: first, source: 'differs', other })
  }
  // A receipt that was replaced by a change made here is not accepted again either.
  expect(findReceipt(first, [first, second])).toMatchObject({ source: 'differs', receipt: second })
})
