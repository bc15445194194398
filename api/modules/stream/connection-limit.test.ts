import { expect, test } from 'bun:test'
import { createConnectionLimit } from './connection-limit.ts'

test('an address has a hundred streams times the factor, until it releases one', () => {
  const limit = createConnectionLimit({ factor: 2, total: 1_000 })
  const acquired = Array.from({ length: 201 }, () => limit.acquire('203.0.113.1'))
  expect(acquired.filter(Boolean)).toHaveLength(200)
  expect(limit.acquire('203.0.113.2')).toBe(true)
  limit.release('203.0.113.1')
  expect([limit.acquire('203.0.113.1'), limit.acquire('203.0.113.1')]).toEqual([true, false])
})

test('an instance has no more streams than its total, whoever asks', () => {
  const limit = createConnectionLimit({ factor: 1, total: 2 })
  const addresses = ['203.0.113.1', '203.0.113.2', '203.0.113.3']
  expect(addresses.map((address) => limit.acquire(address))).toEqual([true, true, false])
  limit.release('203.0.113.1')
  expect(limit.size()).toBe(1)
  expect(limit.acquire('203.0.113.3')).toBe(true)
})
