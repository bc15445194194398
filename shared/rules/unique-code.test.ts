import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  isUniqueCode,
  normalizeUniqueCode,
  UNIQUE_CODE_ALPHABET,
  uniqueCode,
} from './unique-code.ts'

test('derives valid codes from the bytes', () => {
  expect(uniqueCode(new Uint8Array([0, 31, 32, 10, 255, 18]))).toBe('0Z0AZJ')
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 6, maxLength: 9 }), (bytes) => {
      expect(isUniqueCode(uniqueCode(bytes))).toBe(true)
    }),
  )
})

test('draws characters uniformly', () => {
  const counts = new Map<string, number>()
  for (let byte = 0; byte < 256; byte++) {
    const first = uniqueCode(new Uint8Array(6).fill(byte)).charAt(0)
    counts.set(first, (counts.get(first) ?? 0) + 1)
  }
  expect([...counts.keys()].join('')).toBe(UNIQUE_CODE_ALPHABET)
  expect(new Set(counts.values())).toEqual(new Set([8]))
})

test('rejects malformed codes', () => {
  for (const text of ['', 'ABCDE', 'ABCDEFG', 'ABCDEI', 'ABCDEL', 'ABCDEO', 'ABCDEU', 'abcdef']) {
    expect(isUniqueCode(text)).toBe(false)
  }
  expect(() => uniqueCode(new Uint8Array(5))).toThrow(RangeError)
})

test('reads lower case and characters that look like 0 and 1', () => {
  expect(normalizeUniqueCode('abOilz')).toBe('AB011Z')
  expect(normalizeUniqueCode('0Z0AZJ')).toBe('0Z0AZJ')
})
