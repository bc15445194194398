import { expect, test } from 'bun:test'
import { accepted } from './accepted.ts'

test('a reply that says yes is handed on', () => {
  const reply = { success: true, message: 'Vote saved.' }
  expect(accepted(reply)).toBe(reply)
})

test('one that says no is a failure with its words', () => {
  expect(() => accepted({ success: false, message: 'Not today.' })).toThrow('Not today.')
  expect(() => accepted({ success: false })).toThrow('')
})
