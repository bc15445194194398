import { expect, test } from 'bun:test'
import { accepted } from './api.ts'

test('returns a successful reply', () => {
  const reply = { success: true, message: 'Vote saved.' }
  expect(accepted(reply)).toBe(reply)
})

test('throws the message of an unsuccessful reply', () => {
  expect(() => accepted({ success: false, message: 'Not today.' })).toThrow('Not today.')
  expect(() => accepted({ success: false })).toThrow('')
})
