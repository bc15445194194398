import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { HOUR_MS } from '#shared/rules/time.ts'
import type { Bar } from './bars.ts'
import { hoursPerColumn, thin } from './thin.ts'

const barsOf = (opens: number[]): Bar[] =>
  opens.map((open, hour) => ({
    x: hour * HOUR_MS,
    open,
    high: open + 3,
    low: open - 2,
    close: open + 1,
    volume: 2,
  }))
const heights = fc.array(fc.integer({ min: 10, max: 100_000 }), { minLength: 1, maxLength: 400 })
const sizes = fc.constantFrom(1, 2, 4, 8, 64)

test('has at most one column per pixel, of a power of two hours', () => {
  expect([10, 100, 101, 3000].map((hours) => hoursPerColumn(hours, 100))).toEqual([1, 1, 2, 32])
})

test('loses neither an extreme nor volume', () => {
  fc.assert(
    fc.property(heights, sizes, (opens, size) => {
      const columns = thin(barsOf(opens), 0, opens.length, size)
      expect(Math.max(...columns.map(({ high }) => high))).toBe(Math.max(...opens) + 3)
      expect(Math.min(...columns.map(({ low }) => low))).toBe(Math.min(...opens) - 2)
      expect(columns.reduce((sum, { volume }) => sum + volume, 0)).toBe(2 * opens.length)
      const [newest = 0] = opens.slice(-1)
      expect(columns[0]?.first).toBe(opens[0])
      expect(columns.at(-1)).toMatchObject({ last: newest, close: newest + 1 })
    }),
  )
})

test('begins columns at the same instants wherever the range starts', () => {
  const opens = Array.from({ length: 64 }, (_, hour) => 100 + hour)
  const whole = thin(barsOf(opens), 0, 64, 8).slice(1)
  const part = thin(barsOf(opens), 3, 64, 8).slice(1)
  expect(part).toEqual(whole)
})
