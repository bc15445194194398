import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { expectedByLuck, impliedPpm, normalCdf, wilsonInterval } from './track-record.ts'

const record = fc
  .integer({ min: 1, max: 5_000 })
  .chain((n) => fc.record({ n: fc.constant(n), right: fc.integer({ min: 0, max: n }) }))

describe('the interval of the share of right calls', () => {
  test('is 43 to 80 % for 14 of 22', () => {
    const { low, high } = wilsonInterval(14, 22)
    expect(low).toBeCloseTo(0.4295, 4)
    expect(high).toBeCloseTo(0.8027, 4)
  })

  test('is that of fewer calls when results correlate, and no narrower when they cancel', () => {
    expect(wilsonInterval(14, 22, 2)).toEqual(wilsonInterval(7, 11))
    expect(wilsonInterval(14, 22, 0.5)).toEqual(wilsonInterval(14, 22))
  })

  test('says nothing without calls', () => {
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 })
  })

  test('contains the share, mirrors wrong calls and solves the equation of Wilson', () => {
    fc.assert(
      fc.property(record, ({ n, right }) => {
        const { low, high } = wilsonInterval(right, n)
        const share = right / n
        expect(low).toBeLessThanOrEqual(share + 1e-12)
        expect(high).toBeGreaterThanOrEqual(share - 1e-12)
        const mirrored = wilsonInterval(n - right, n)
        expect(mirrored.low).toBeCloseTo(1 - high, 10)
        for (const edge of [low, high]) {
          const distance = (share - edge) ** 2
          expect(distance).toBeCloseTo((1.959963984540054 ** 2 * edge * (1 - edge)) / n, 10)
        }
      }),
    )
  })
})

describe('the normal distribution', () => {
  test.each([
    [0, 0.5],
    [1, 0.8413447460685429],
    [-1, 0.15865525393145707],
    [1.959963984540054, 0.975],
    [3, 0.9986501019683699],
    [-5, 2.8665157187919333e-7],
  ])('has Φ(%d) = %d', (z, expected) => {
    expect(Math.abs(normalCdf(z) / expected - 1)).toBeLessThan(1.3e-7)
  })

  test('is increasing and symmetric', () => {
    const z = fc.double({ min: -8, max: 8, noNaN: true })
    fc.assert(
      fc.property(z, z, (a, b) => {
        expect(normalCdf(Math.min(a, b))).toBeLessThanOrEqual(normalCdf(Math.max(a, b)) + 2e-7)
        expect(normalCdf(a) + normalCdf(-a)).toBeCloseTo(1, 6)
      }),
    )
  })

  test('expects one in 44 people to reach z = 2 by luck', () => {
    expect(expectedByLuck(10_000, 2)).toBeCloseTo(227.5, 1)
    expect(expectedByLuck(0, 2)).toBe(0)
  })
})

describe('the implied chance of an offer', () => {
  test.each([
    [226, -44, 162_963],
    [68, -146, 682_243],
    [436, -1, 2_288],
    [0, -436, 1_000_000],
    [3, -1, 250_000],
  ])('of +%d / %d is %d parts per million', (hit, miss, ppm) => {
    expect(impliedPpm({ hit, miss })).toBe(ppm)
  })

  test('is null for an unpriced vote', () => {
    expect(impliedPpm({ hit: 0, miss: 0 })).toBeNull()
  })

  test('equals rounding half up in integers, as the database does it', () => {
    const points = fc.integer({ min: 0, max: 1_000 })
    fc.assert(
      fc.property(points, points, (hit, loss) => {
        fc.pre(hit + loss > 0)
        const whole = Math.floor((2e6 * loss + hit + loss) / (2 * (hit + loss)))
        expect(impliedPpm({ hit, miss: -loss })).toBe(whole)
      }),
    )
  })
})
