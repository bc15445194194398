import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { isSeason, rankedSince, seasonEnd, seasonOf, seasonStart } from './season.ts'
import { DAY_MS } from './time.ts'

const instant = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2200, 0, 1) })

describe('seasons', () => {
  test.each([
    ['2026-09-30T23:59:59.999Z', '2026Q3'],
    ['2026-10-01T00:00:00.000Z', '2026Q4'],
    ['2026-12-31T23:59:59.999Z', '2026Q4'],
    ['2027-01-01T00:00:00.000Z', '2027Q1'],
    ['2028-02-29T12:00:00.000Z', '2028Q1'],
  ])('puts %s into %s', (at, season) => {
    expect(seasonOf(Date.parse(at))).toBe(season)
  })

  test('contain their instants and follow one another without a gap', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const season = seasonOf(at)
        expect(isSeason(season)).toBe(true)
        expect(seasonStart(season)).toBeLessThanOrEqual(at)
        expect(seasonEnd(season)).toBeGreaterThan(at)
        expect(seasonOf(seasonStart(season))).toBe(season)
        expect(seasonOf(seasonEnd(season) - 1)).toBe(season)
        expect(seasonStart(seasonOf(seasonEnd(season)))).toBe(seasonEnd(season))
        const days = (seasonEnd(season) - seasonStart(season)) / DAY_MS
        expect([90, 91, 92]).toContain(days)
      }),
    )
  })

  test('sort by time as text', () => {
    fc.assert(
      fc.property(instant, instant, (a, b) => {
        expect(seasonOf(Math.min(a, b)) <= seasonOf(Math.max(a, b))).toBe(true)
      }),
    )
  })

  test.each(['', '2026', '2026Q0', '2026Q5', '26Q1', '2026q1', '2026Q11', 'all'])(
    'reject %p',
    (text) => {
      expect(isSeason(text)).toBe(false)
      expect(() => seasonStart(text)).toThrow(RangeError)
      expect(() => seasonEnd(text)).toThrow(RangeError)
    },
  )
})

test('ranks an account at 14 days, or later after an erasure', () => {
  const created = Date.UTC(2026, 10, 1)
  expect(rankedSince(created, null)).toBe(created + 14 * DAY_MS)
  expect(rankedSince(created, created + DAY_MS)).toBe(created + 14 * DAY_MS)
  expect(rankedSince(created, created + 30 * DAY_MS)).toBe(created + 30 * DAY_MS)
})
