import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { DIRECTIONS } from './band.ts'
import {
  chances,
  OFFER_VERSION,
  OFFER_VERSIONS,
  type OfferInput,
  offerAt,
  offers,
  s60FromOpens,
  weightedDays,
} from './offer.ts'
import { DAY_MS, HOUR_MS, WEEK_MS } from './time.ts'

const shown = (input: OfferInput, version = OFFER_VERSION) => {
  const all = offers(input, version)
  return DIRECTIONS.map((direction) => `${all[direction].hit}/${all[direction].miss}`).join(' ')
}
const MONDAY = Date.parse('2026-11-23T00:00:00Z')
const THURSDAY = Date.parse('2026-11-26T00:00:00Z')
const LATE = 3 * DAY_MS + HOUR_MS

/** Price at the reference, `left` milliseconds before the target. */
const before = (targetDate: number, left: number): OfferInput => ({
  priceNow: '60000',
  refPrice: '60000',
  s60: 0.02,
  now: targetDate - left,
  targetDate,
})
const open = before(THURSDAY, WEEK_MS)

describe('test vectors', () => {
  test.each([1, 2, 3])('version %d at the open', (version) => {
    for (const target of [MONDAY, THURSDAY]) {
      expect(shown(before(target, WEEK_MS), version)).toBe('226/-44 68/-146 235/-43')
    }
  })

  const late = before(THURSDAY, LATE)
  const lateAbove = { ...late, priceNow: '63600' }
  const farAbove = { ...late, priceNow: '90000' }
  test.each([
    [1, '3 d 1 h left', late, '331/-30 43/-230 350/-29'],
    [2, '3 d 1 h left', late, '331/-30 43/-230 350/-29'],
    [2, '3 d 1 h left to a Monday', before(MONDAY, LATE), '331/-30 43/-230 350/-29'],
    [1, '3 d 1 h left, 6 % above', lateAbove, '78/-128 130/-77 436/-23'],
    [2, '3 d 1 h left, 6 % above', lateAbove, '78/-128 130/-77 436/-4'],
    [2, '3 d 1 h left at 1 % a day', { ...late, s60: 0.01 }, '436/-23 32/-313 436/-20'],
    [1, 'far above', farAbove, '42/-238 436/-23 436/-23'],
    [2, 'far above', farAbove, '0/-436 436/-1 436/-1'],
  ] as const)('version %d %s', (version, _, input, expected) => {
    expect(shown(input, version)).toBe(expected)
  })

  const fiveDays = (target: number) => ({ ...before(target, 5 * DAY_MS), priceNow: '60600' })
  test.each([
    ['3 d 1 h left to a Monday', before(MONDAY, LATE), '383/-26 37/-270 407/-25'],
    ['3 d 1 h left to a Thursday', before(THURSDAY, LATE), '300/-33 49/-206 316/-32'],
    ['5 d left to a Monday, 1 % above', fiveDays(MONDAY), '222/-45 58/-173 338/-30'],
    ['5 d left to a Thursday, 1 % above', fiveDays(THURSDAY), '218/-46 59/-170 329/-30'],
  ] as const)('version 3 %s', (_, input, expected) => {
    expect(shown(input, 3)).toBe(expected)
  })

  test('prices new votes by version 3', () => {
    expect(OFFER_VERSION).toBe(3)
    expect(shown(late)).toBe(shown(late, 3))
    expect(chances(late)).toEqual(chances(late, 3))
  })

  test('rejects an unknown version', () => {
    for (const version of [0, 4]) {
      expect(() => offers(open, version)).toThrow(RangeError)
      expect(() => chances(open, version)).toThrow(RangeError)
      expect(() => offerAt(0.5, version)).toThrow(RangeError)
    }
  })
})

describe('weighted days', () => {
  const FRIDAY = Date.parse('2026-11-20T00:00:00Z')

  test.each([
    ['Mon', 3, 1.25],
    ['Tue', 4, 1.12],
    ['Wed', 5, 1.28],
    ['Thu', 6, 1.04],
    ['Fri', 0, 1.11],
    ['Sat', 1, 0.52],
    ['Sun', 2, 0.68],
  ] as const)('weigh %s', (_, after, weight) => {
    const start = FRIDAY + after * DAY_MS
    expect(weightedDays(start, start + DAY_MS)).toBeCloseTo(weight, 12)
    expect(weightedDays(start + HOUR_MS, start + 7 * HOUR_MS)).toBeCloseTo(weight / 4, 12)
  })

  test('add up over adjacent spans, also across weeks', () => {
    const instant = fc.integer({ min: -3 * WEEK_MS, max: 3 * WEEK_MS }).map((ms) => FRIDAY + ms)
    fc.assert(
      fc.property(instant, instant, instant, (a, b, c) => {
        expect(weightedDays(a, b) + weightedDays(b, c)).toBeCloseTo(weightedDays(a, c), 9)
      }),
    )
  })

  test('are seven a week from any instant, and grow with every millisecond', () => {
    const instant = fc.integer({ min: 0, max: 3 * WEEK_MS }).map((ms) => FRIDAY + ms)
    fc.assert(
      fc.property(instant, (now) => {
        expect(weightedDays(now, now + WEEK_MS)).toBeCloseTo(7, 9)
        expect(weightedDays(now, now + 1)).toBeGreaterThan(0)
      }),
    )
  })
})

describe('properties', () => {
  const input = fc.record({
    priceNow: fc.integer({ min: 20_000, max: 200_000 }).map(String),
    refPrice: fc.integer({ min: 20_000, max: 200_000 }).map(String),
    s60: fc.double({ min: 0, max: 0.2, noNaN: true }),
    now: fc.integer({ min: THURSDAY - WEEK_MS, max: THURSDAY - HOUR_MS }),
    targetDate: fc.constant(THURSDAY),
  })
  const chance = fc.double({ min: 0, max: 1, noNaN: true })

  test('has integer offers of at most 436 points, at least 1 for a miss', () => {
    fc.assert(
      fc.property(input, fc.constantFrom(...OFFER_VERSIONS), (given, version) => {
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
      fc.property(input, fc.constantFrom(...OFFER_VERSIONS), (given, version) => {
        const { up, steady, down } = chances(given, version)
        expect(up + steady + down).toBeCloseTo(1, 12)
        for (const each of [up, steady, down]) expect(each).toBeWithin(0, 1 + Number.EPSILON)
      }),
    )
  })

  test('has zero expectation at every chance from version 2 on, up to rounding', () => {
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
    { ...open, now: open.targetDate },
    { ...open, now: open.targetDate + 1 },
    { ...open, now: Number.NaN },
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
