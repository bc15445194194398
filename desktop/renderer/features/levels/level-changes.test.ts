import { expect, test } from 'bun:test'
import { DAY_MS } from '#shared/rules/time.ts'
import { bodyOf } from './level-changes.ts'

const CREATED = Date.parse('2026-11-21T02:30:00.000Z')
const level = {
  id: 7,
  price: '97510',
  note: 'support',
  sound: 'bell' as const,
  repeats: true,
  created: new Date(CREATED).toISOString(),
  expires: new Date(CREATED + 90 * DAY_MS).toISOString(),
}

test.each([
  [0, 90],
  [1, 90],
  [DAY_MS, 89],
  [89.5 * DAY_MS, 1],
  // The clock of the server may be behind.
  [91 * DAY_MS, 1],
  [-DAY_MS, 90],
])('a level that is moved after %p ms has %p days left, and all else', (after, days) => {
  const { price, note, sound, repeats } = level
  expect(bodyOf(level, CREATED + after)).toEqual({ price, note, sound, repeats, days })
})
