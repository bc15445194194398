import { expect, test } from 'bun:test'
import { receiptFile } from '#tests/receipts/files.ts'
import { removeReceipts, storedReceipts, storeReceipt } from './storage.ts'

function memoryStore() {
  const values = new Map<string, string>()
  return {
    values,
    read: (key: string) => values.get(key) ?? null,
    write: (key: string, value: string) => {
      values.set(key, value)
      return true
    },
    remove: (key: string) => void values.delete(key),
  }
}

test('receipts are kept by user and vote, the newest last, until they are removed', () => {
  const store = memoryStore()
  const { receipt } = receiptFile(1)
  const changed = { ...receipt, salt: 'ab'.repeat(16) }
  const other = { ...receipt, voteId: 11 }
  for (const each of [receipt, other, changed]) storeReceipt(store, 7, each)
  expect(storedReceipts(store, 7, receipt.voteId)).toEqual([receipt, changed])
  expect(storedReceipts(store, 8, receipt.voteId)).toEqual([])
  removeReceipts(store, 7)
  expect([...store.values]).toEqual([])
})

test('a receipt that is answered again is stored once', () => {
  const store = memoryStore()
  const { receipt } = receiptFile(1)
  for (let count = 0; count < 2; count += 1) storeReceipt(store, 7, receipt)
  expect(storedReceipts(store, 7, receipt.voteId)).toEqual([receipt])
})

test('a damaged line is left out', () => {
  const store = memoryStore()
  store.write('receipts:7', '{"voteId":1,\n')
  expect(storedReceipts(store, 7, 1)).toEqual([])
})
