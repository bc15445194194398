import { afterEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'
import { priceTicks, timeTicks } from './ticks.ts'

const zone = process.env.TZ
afterEach(() => {
  process.env.TZ = zone ?? 'UTC'
})

describe('day ticks', () => {
  test('are at local midnight', () => {
    process.env.TZ = 'Asia/Seoul'
    const from = Date.UTC(2026, 10, 1, 3)
    const ticks = timeTicks(from, from + 4 * DAY_MS, 5)
    expect(ticks.map((tick) => new Date(tick).toISOString().slice(5, 16))).toEqual([
      '11-01T15:00',
      '11-02T15:00',
      '11-03T15:00',
      '11-04T15:00',
    ])
  })

  test('are 25 hours apart where clocks go back', () => {
    process.env.TZ = 'America/New_York'
    const ticks = timeTicks(Date.UTC(2026, 9, 30, 12), Date.UTC(2026, 10, 4), 5)
    const lengths = ticks.slice(1).map((tick, at) => (tick - (ticks[at] ?? 0)) / HOUR_MS)
    expect(lengths).toEqual([24, 25, 24])
  })

  test('are within the range and not more than the limit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 140 }),
        fc.integer({ min: 1, max: 20 }),
        (days, max) => {
          const from = Date.UTC(2026, 5, 7, 5)
          const to = from + days * DAY_MS
          const ticks = timeTicks(from, to, max)
          expect(ticks.length).toBeLessThanOrEqual(max + 1)
          for (const tick of ticks) expect(tick >= from && tick <= to).toBe(true)
        },
      ),
    )
  })
})

test('are hours of the local day where there is space', () => {
  process.env.TZ = 'Asia/Kolkata'
  const from = Date.UTC(2026, 10, 21, 1)
  const ticks = timeTicks(from, from + 24 * HOUR_MS, 4)
  expect(ticks.map((tick) => new Date(tick).getHours())).toEqual([12, 18, 0, 6])
  expect(timeTicks(from, from + 12 * HOUR_MS, 12)).toHaveLength(12)
})

test('are each local hour once where clocks go back, and skip the one that clocks jump over', () => {
  process.env.TZ = 'America/New_York'
  const night = (from: number) =>
    timeTicks(from, from + 6 * HOUR_MS, 8).map((tick) => new Date(tick).getHours())
  expect(night(Date.UTC(2026, 10, 1, 4))).toEqual([0, 1, 2, 3, 4, 5])
  expect(night(Date.UTC(2026, 2, 8, 5))).toEqual([0, 1, 3, 4, 5, 6, 7])
})

test('price ticks are round, within the range and not more than the limit', () => {
  expect(priceTicks(58_210, 71_930, 6)).toEqual([60_000, 65_000, 70_000])
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200_000 }),
      fc.integer({ min: 1, max: 100_000 }),
      fc.integer({ min: 2, max: 12 }),
      (low, span, max) => {
        const ticks = priceTicks(low, low + span, max)
        expect(ticks.length).toBeLessThanOrEqual(max + 1)
        for (const tick of ticks) expect(tick >= low && tick <= low + span).toBe(true)
      },
    ),
  )
})
