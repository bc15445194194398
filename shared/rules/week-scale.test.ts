import { expect, test } from 'bun:test'
import { HOUR_MS } from './time.ts'
import { CHART_LEAD_MS, pricePath, weekScale } from './week-scale.ts'

/** A chart of ten hours from 0. */
const round = {
  refDate: CHART_LEAD_MS,
  targetDate: 10 * HOUR_MS,
  refPrice: '100',
  candles: [],
}

test('shows the band with a margin', () => {
  const { x, y } = weekScale(round)
  expect([x(0), x(5 * HOUR_MS), x(10 * HOUR_MS)]).toEqual([0, 50, 100])
  expect(y(100)).toBeCloseTo(50)
  expect(y(105)).toBeGreaterThan(0)
  expect(y(95)).toBeLessThan(100)
})

test('widens to prices outside of the band', () => {
  const { y } = weekScale({
    ...round,
    candles: [
      [0, '120'],
      [HOUR_MS, '80'],
    ],
  })
  expect(y(120)).toBeGreaterThan(0)
  expect(y(80)).toBeLessThan(100)
  expect(y(105)).toBeLessThan(y(95))
})

test('interrupts the line where an hour is missing', () => {
  const scale = weekScale(round)
  const hours = [0, 1, 2, 5, 6].map((hour) => [hour * HOUR_MS, '100'] as const)
  expect(pricePath(hours, scale)).toBe('M0 50L10 50L20 50M50 50L60 50')
  expect(pricePath([], scale)).toBe('')
})
