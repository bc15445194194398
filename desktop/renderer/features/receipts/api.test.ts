import { expect, test } from 'bun:test'
import { checkKeys, rememberKeys } from './api.ts'

function memoryStore() {
  const values = new Map<string, string>()
  return {
    read: (key: string) => values.get(key) ?? null,
    write: (key: string, value: string) => {
      values.set(key, value)
      return true
    },
  }
}

test('the first keys are remembered, and another one is unknown until it is remembered too', () => {
  const store = memoryStore()
  expect(checkKeys(store, ['a'])).toBe('first')
  expect(checkKeys(store, ['a'])).toBe('known')
  expect(checkKeys(store, ['a', 'b'])).toBe('unknown')
  expect(checkKeys(store, ['b'])).toBe('unknown')
  rememberKeys(store, ['b'])
  expect(checkKeys(store, ['a', 'b'])).toBe('known')
  expect(checkKeys(store, ['c'])).toBe('unknown')
})
