import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { isLevelPrice } from '#shared/rules/price-level.ts'
import { isInRange, lineAt, priceTick, roundToTick, stepPrice } from './alert-lines.ts'
import type { PlotArea } from './plot-area.ts'

const axis = { left: 0, right: 800, top: 0, bottom: 400, width: 880, height: 430 }
const area = (yMin: number, yMax: number): PlotArea => {
  return { ...axis, xMin: 0, xMax: 1, yMin, yMax, hasCandlesticks: false, scale: 1 }
}

describe('the tick of the prices', () => {
  test.each([
    [95_000, 99_500, 10],
    [90_000, 110_000, 50],
    [60_000, 120_000, 100],
    [96_900, 97_300, 1],
    [97_000, 97_100, 0.2],
    [97_000, 97_001, 0.01],
  ])('fits a pixel of %p to %p: %p', (from, to, tick) => {
    expect(priceTick(area(from, to))).toBe(tick)
  })

  test('is one, two or five times a power of ten, within a pixel', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 1e6, noNaN: true }),
        fc.double({ min: 4, max: 1e6, noNaN: true }),
        (from, height) => {
          const tick = priceTick(area(from, from + height))
          const digits = tick.toExponential(0)
          expect(digits).toMatch(/^[125]e/)
          expect(Number(digits)).toBeCloseTo(tick, 9)
          expect(tick).toBeLessThanOrEqual(Math.max(0.01, height / 400) * 1.000001)
          expect(tick * 5).toBeGreaterThan((height / 400) * 1.9)
        },
      ),
    )
  })
})

describe('a price in the plot', () => {
  const plot = area(95_004, 99_496)

  test.each([
    [97_512.4, 10, '97510'],
    [97_515, 10, '97520'],
    [97_512.4, 0.5, '97512.5'],
    [97_512.4, 0.01, '97512.4'],
    [94_000, 10, '95010'],
    [120_000, 10, '99490'],
  ])('%p is rounded to a tick of %p', (price, tick, rounded) => {
    expect(roundToTick(price, tick, plot)).toBe(rounded)
  })

  test.each([
    ['97510', 1, '97520'],
    ['97510', -1, '97500'],
    ['97510', 10, '97610'],
    ['97512.5', 1, '97520'],
    ['97512.5', -1, '97510'],
    ['97512.5', -10, '97420'],
    ['99490', 1, '99490'],
    ['95010', -10, '95010'],
  ])('%p moves by %p ticks', (price, count, moved) => {
    expect(stepPrice(price, count, 10, plot)).toBe(moved)
  })

  test('moves by small ticks although they are not exact', () => {
    let price = '97000'
    for (let step = 0; step < 30; step++) price = stepPrice(price, 1, 0.1, plot)
    expect(price).toBe('97003')
  })

  test('is a price that a level may have, also where the range reaches below zero', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1000, max: 1e6, noNaN: true }),
        fc.double({ min: 0.5, max: 1e6, noNaN: true }),
        fc.double({ min: -1e6, max: 2e6, noNaN: true }),
        (from, height, price) => {
          const plot = area(from, Math.max(from + height, 1))
          expect(isLevelPrice(roundToTick(price, priceTick(plot), plot))).toBe(true)
        },
      ),
    )
  })
})

describe('the line at a height', () => {
  const plot = area(90_000, 110_000)
  const lines = [
    { key: 'high', price: '100200' },
    { key: 'low', price: '99900' },
    { key: 'outside', price: '110100' },
  ]

  test.each([
    [196, 'high'],
    [192.5, 'high'],
    [198.5, 'high'],
    [199.5, 'low'],
    [206, 'low'],
    [206.5, null],
    [0, null],
  ])('%p is %p', (y, key) => {
    expect(lineAt(lines, y, 4, plot)?.key ?? null).toBe(key)
  })

  test('is drawn in the range only', () => {
    expect(lines.map(({ price }) => isInRange(price, plot))).toEqual([true, true, false])
  })
})
