import { expect, test } from 'bun:test'
import { ageParts, priceChange } from './price-display.ts'

test.each([
  [-500, 'seconds', { seconds: 0 }],
  [12_999, 'seconds', { seconds: 12 }],
  [59_999, 'seconds', { seconds: 59 }],
  [60_000, 'minutes', { minutes: 1 }],
  [3_599_999, 'minutes', { minutes: 59 }],
  [3_600_000, 'long', { hours: 1, minutes: 0 }],
  [90_060_000, 'long', { hours: 25, minutes: 1 }],
])('an age of %p ms is shown in %s', (ms, unit, parts) => {
  expect(ageParts(ms)).toMatchObject({ unit, ...parts })
})

test('a price change is a fraction of the reference', () => {
  expect(priceChange('105', '100')).toBeCloseTo(0.05, 12)
  expect(priceChange('67250.10', '67250.1')).toBe(0)
})
