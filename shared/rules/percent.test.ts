import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { percentOf, percentParts } from './percent.ts'

const count = fc.nat({ max: 10_000_000 })

describe('the share of a whole in percent', () => {
  test.each([
    [23, 40, 58],
    [46, 80, 58],
    [69, 120, 58],
    [92, 160, 58],
    [29, 200, 15],
    [1, 3, 33],
    [2, 3, 67],
    [0, 7, 0],
    [7, 7, 100],
    [0, 0, 0],
  ])('of %i out of %i is %i', (part, whole, percent) => {
    expect(percentOf(part, whole)).toBe(percent)
  })

  test('is the nearest whole number, the upper one for halves', () => {
    fc.assert(
      fc.property(count, count, (part, rest) => {
        const [share, whole] = [BigInt(part) * 100n, BigInt(part + rest)]
        const percent = BigInt(percentOf(part, part + rest))
        if (whole === 0n) return expect(percent).toBe(0n)
        expect(2n * whole * percent - 2n * share).toBeGreaterThan(-whole)
        expect(2n * whole * percent - 2n * share).toBeLessThanOrEqual(whole)
      }),
    )
  })
})

describe('the parts of one whole in percent', () => {
  test.each([
    [
      [24, 59, 12, 6],
      [24, 58, 12, 6],
    ],
    [
      [1, 1, 1],
      [34, 33, 33],
    ],
    [
      [1, 0, 1, 1],
      [34, 0, 33, 33],
    ],
    [
      [1, 199, 0],
      [1, 99, 0],
    ],
    [
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ],
    [[], []],
  ])('of %j are %j', (parts, percents) => {
    expect(percentParts(parts)).toEqual(percents)
  })

  test('add up to 100, each less than one from its share, and none for nothing', () => {
    fc.assert(
      fc.property(fc.array(count, { minLength: 1, maxLength: 8 }), (parts) => {
        const whole = parts.reduce((sum, part) => sum + part, 0)
        const percents = percentParts(parts)
        expect(percents.reduce((sum, percent) => sum + percent, 0)).toBe(whole === 0 ? 0 : 100)
        for (const [index, part] of parts.entries()) {
          const off = (percents[index] ?? Number.NaN) * whole - 100 * part
          expect(Math.abs(off)).toBeLessThan(Math.max(1, whole))
          if (part === 0) expect(percents[index]).toBe(0)
        }
      }),
    )
  })

  test('keep the order of the parts', () => {
    fc.assert(
      fc.property(fc.array(count, { maxLength: 8 }), (parts) => {
        const sorted = parts.toSorted((a, b) => b - a)
        const percents = percentParts(sorted)
        expect(percents).toEqual(percents.toSorted((a, b) => b - a))
      }),
    )
  })
})
