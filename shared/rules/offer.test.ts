import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { DIRECTIONS } from './band.ts'
import { chances, OFFER_VERSION, type OfferInput, offerAt, offers, s60FromOpens } from './offer.ts'

const shown = (input: OfferInput, version = OFFER_VERSION) => {
  const all = offers(input, version)
  return DIRECTIONS.map((direction) => `${all[direction].hit}/${all[direction].miss}`).join(' ')
}
const open = { priceNow: '60000', refPrice: '60000', s60: 0.02, tauDays: 7 }
const late = 3 + 1 / 24

describe('test vectors', () => {
  const slow = { ...open, s60: 0.01, tauDays: late }
  const lateAbove = { ...open, priceNow: '63600', tauDays: late }
  test.each([
    [1, 'at the open', open, '226/-44 68/-146 235/-43'],
    [2, 'at the open', open, '226/-44 68/-146 235/-43'],
    [1, '3 d 1 h left', { ...open, tauDays: late }, '331/-30 43/-230 350/-29'],
    [2, '3 d 1 h left', { ...open, tauDays: late }, '331/-30 43/-230 350/-29'],
    [1, '3 d 1 h left, 6 % above', lateAbove, '78/-128 130/-77 436/-23'],
    [2, '3 d 1 h left, 6 % above', lateAbove, '78/-128 130/-77 436/-4'],
    [2, '3 d 1 h left at 1 % a day', slow, '436/-23 32/-313 436/-20'],
    [1, 'far above', { ...open, priceNow: '90000', tauDays: late }, '42/-238 436/-23 436/-23'],
    [2, 'far above', { ...open, priceNow: '90000', tauDays: late }, '0/-436 436/-1 436/-1'],
  ] as const)('version %d %s', (version, _, input, expected) => {
    expect(shown(input, version)).toBe(expected)
  })

  test('prices new votes by version 2', () => {
    expect(OFFER_VERSION).toBe(2)
    expect(shown(lateAbove)).toBe(shown(lateAbove, 2))
  })

  test('rejects an unknown version', () => {
    expect(() => offers(open, 3)).toThrow(RangeError)
  })
})

describe('properties', () => {
  const input = fc.record({
    priceNow: fc.integer({ min: 20_000, max: 200_000 }).map(String),
    refPrice: fc.integer({ min: 20_000, max: 200_000 }).map(String),
    s60: fc.double({ min: 0, max: 0.2, noNaN: true }),
    tauDays: fc.double({ min: 0.01, max: 7, noNaN: true }),
  })
  const chance = fc.double({ min: 0, max: 1, noNaN: true })

  test('has integer offers of at most 436 points, at least 1 for a miss', () => {
    fc.assert(
      fc.property(input, fc.constantFrom(1, 2), (given, version) => {
        for (const { hit, miss } of Object.values(offers(given, version))) {
          expect(Number.isInteger(hit) && Number.isInteger(miss)).toBe(true)
          expect(hit).toBeWithin(version === 1 ? 42 : 0, 437)
          expect(miss).toBeWithin(version === 1 ? -238 : -436, 0)
        }
      }),
    )
  })

  test('has chances that add up to one', () => {
    fc.assert(
      fc.property(input, (given) => {
        const { up, steady, down } = chances(given)
        expect(up + steady + down).toBeCloseTo(1, 12)
        for (const each of [up, steady, down]) expect(each).toBeWithin(0, 1 + Number.EPSILON)
      }),
    )
  })

  test('has zero expectation at every chance under version 2, up to rounding', () => {
    fc.assert(
      fc.property(chance, (b) => {
        const { hit, miss } = offerAt(b)
        // Both sides are rounded by at most 0.5; a miss of less than half a point counts 1.
        const rounding = b < 0.05 ? 1 : 0.5
        expect(Math.abs(b * hit + (1 - b) * miss)).toBeLessThanOrEqual(rounding + 1e-9)
      }),
      { examples: [[0], [1], [0.05], [0.95], [0.049999], [0.950001], [1e-9], [1 - 1e-9]] },
    )
  })

  test('paid near-certain calls and overcharged long shots under version 1', () => {
    const expectation = (b: number) => b * offerAt(b, 1).hit + (1 - b) * offerAt(b, 1).miss
    expect(expectation(0.95)).toBeCloseTo(28, 0)
    expect(expectation(0.01)).toBeCloseTo(-18.4, 1)
  })

  test('has one offer per chance, which never improves as the chance grows', () => {
    fc.assert(
      fc.property(chance, chance, (a, b) => {
        const [rare, likely] = [offerAt(Math.min(a, b)), offerAt(Math.max(a, b))]
        expect(likely.hit).toBeLessThanOrEqual(rare.hit)
        expect(likely.miss).toBeLessThanOrEqual(rare.miss)
      }),
    )
  })

  test('never pays more for up or less for down at a higher price', () => {
    fc.assert(
      fc.property(input, fc.integer({ min: 0, max: 20_000 }), (given, more) => {
        const lower = offers(given)
        const higher = offers({ ...given, priceNow: String(Number(given.priceNow) + more) })
        expect(higher.up.hit).toBeLessThanOrEqual(lower.up.hit)
        expect(higher.down.hit).toBeGreaterThanOrEqual(lower.down.hit)
      }),
    )
  })

  test('depends on the ratio of the prices only', () => {
    expect(offers({ ...open, priceNow: '61', refPrice: '60' })).toEqual(
      offers({ ...open, priceNow: '61000', refPrice: '60000' }),
    )
  })
})

test('rejects invalid input', () => {
  for (const wrong of [
    { ...open, priceNow: '0' },
    { ...open, refPrice: 'x' },
    { ...open, tauDays: 0 },
    { ...open, tauDays: -1 },
    { ...open, s60: Number.NaN },
    { ...open, s60: -0.02 },
  ]) {
    expect(() => offers(wrong)).toThrow(RangeError)
  }
})

describe('volatility from hourly opens, newest first', () => {
  const alternating = (length: number, step: number) =>
    Array.from({ length }, (_, i) => (i % 2 === 0 ? 100 : 100 * Math.exp(step)))

  test('returns √24 times the step for equal steps', () => {
    expect(s60FromOpens(alternating(1441, 0.004))).toBeCloseTo(0.004 * Math.sqrt(24), 12)
  })
  test('uses the newest 60 days only', () => {
    const opens = [...alternating(1441, 0.004), 1, 1000, 1]
    expect(s60FromOpens(opens)).toBeCloseTo(0.004 * Math.sqrt(24), 12)
  })
  test('uses fewer opens from one day of returns on', () => {
    expect(s60FromOpens(alternating(25, 0.004))).toBeCloseTo(0.004 * Math.sqrt(24), 12)
    expect(s60FromOpens(alternating(24, 0.004))).toBe(0.03)
    expect(s60FromOpens([])).toBe(0.03)
  })
  test('rejects an invalid open', () => {
    expect(() => s60FromOpens([100, 0, 100])).toThrow(RangeError)
    expect(() => s60FromOpens([100, Number.NaN])).toThrow(RangeError)
  })
})
