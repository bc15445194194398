import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { DIRECTIONS } from './band.ts'
import { type OfferInput, offers, s60FromOpens } from './offer.ts'

const shown = (input: OfferInput) => {
  const all = offers(input)
  return DIRECTIONS.map((direction) => `${all[direction].hit}/${all[direction].miss}`).join(' ')
}
const open = { priceNow: '60000', refPrice: '60000', s60: 0.02, tauDays: 7 }
const late = 3 + 1 / 24

describe('known offers at 2 % a day', () => {
  test('at the open with the price at the reference', () => {
    expect(shown(open)).toBe('226/-44 68/-146 235/-43')
  })
  test('3 days 1 hour left, price at the reference', () => {
    expect(shown({ ...open, tauDays: late })).toBe('331/-30 43/-230 350/-29')
  })
  test('3 days 1 hour left, price 6 % above', () => {
    expect(shown({ ...open, priceNow: '63600', tauDays: late })).toBe('78/-128 130/-77 436/-23')
  })
  test('clips chances to 0.05 and 0.85', () => {
    expect(shown({ ...open, priceNow: '90000', tauDays: late })).toBe('42/-238 436/-23 436/-23')
  })
})

describe('properties', () => {
  const input = fc.record({
    priceNow: fc.integer({ min: 20_000, max: 200_000 }).map(String),
    refPrice: fc.integer({ min: 20_000, max: 200_000 }).map(String),
    s60: fc.double({ min: 0, max: 0.2, noNaN: true }),
    tauDays: fc.double({ min: 0.01, max: 7, noNaN: true }),
  })

  test('pays for hits and charges for misses within the clip', () => {
    fc.assert(
      fc.property(input, (given) => {
        for (const { hit, miss } of Object.values(offers(given))) {
          expect(Number.isInteger(hit) && Number.isInteger(miss)).toBe(true)
          expect(hit).toBeWithin(42, 437)
          expect(miss).toBeWithin(-238, -22)
        }
      }),
    )
  })

  test('has zero expectation at the implied chance, up to rounding', () => {
    fc.assert(
      fc.property(input, (given) => {
        for (const { hit, miss } of Object.values(offers(given))) {
          // hit·|miss| = 100² before rounding, and b = 1 / (1 + (hit/100)²).
          const b = 1 / (1 + (hit / 100) ** 2)
          expect(Math.abs(b * hit + (1 - b) * miss)).toBeLessThan(1.2)
        }
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
