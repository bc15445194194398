import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createMessageAuth } from './message-auth.ts'

const key = Buffer.alloc(32, 7)
const auth = createMessageAuth(key, 'channel')

test('opens what it has sealed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(createMessageAuth(key, 'channel').open(auth.seal(text))).toBe(text)
    }),
  )
})

test('opens no message that is altered, unsealed, of another key or of another channel', () => {
  const sealed = auth.seal('{"price":"1"}')
  const others = [
    '',
    '{"price":"1"}',
    'é'.repeat(43),
    sealed.slice(1),
    `${sealed} `,
    sealed.replace('1', '2'),
    `A${sealed.slice(1)}`,
    createMessageAuth(Buffer.alloc(32, 8), 'channel').seal('{"price":"1"}'),
    createMessageAuth(key, 'other').seal('{"price":"1"}'),
  ]
  expect(others.filter((message) => message === sealed)).toEqual([])
  expect(others.map(auth.open)).toEqual(others.map(() => null))
})
