import { expect, test } from 'bun:test'
import { readCursor, writeCursor } from './cursor.ts'

test('a cursor names the place it was written for', () => {
  const place = {
    created: new Date('2026-11-21T02:30:00.123Z'),
    kind: 'note',
    id: 3_000_000_001,
  } as const
  expect(readCursor(writeCursor(place))).toEqual(place)
})

test.each([
  'x',
  Buffer.from('1.round.2').toString('base64url'),
  Buffer.from('1.note').toString('base64url'),
])('refuses %p', (text) => {
  expect(() => readCursor(text)).toThrow('The request has a value that is not valid.')
})
