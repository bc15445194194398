import { expect, test } from 'bun:test'
import { ageOf } from './age.ts'

test.each([
  [-500, 'seconds', { seconds: 0 }],
  [12_999, 'seconds', { seconds: 12 }],
  [59_999, 'seconds', { seconds: 59 }],
  [60_000, 'minutes', { minutes: 1 }],
  [3_599_999, 'minutes', { minutes: 59 }],
  [3_600_000, 'long', { hours: 1, minutes: 0 }],
  [90_060_000, 'long', { hours: 25, minutes: 1 }],
])('%p ms are told in %s', (ms, unit, parts) => {
  expect(ageOf(ms)).toMatchObject({ unit, ...parts })
})
