import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { fromPixelX, fromPixelY, type PlotArea, toPixelX, toPixelY } from './plot-area.ts'

test('converts instants and prices to pixels and back', () => {
  const area: PlotArea = {
    width: 780,
    height: 330,
    left: 10,
    right: 710,
    top: 5,
    bottom: 305,
    xMin: 1e12,
    xMax: 2e12,
    yMin: 5,
    yMax: 9,
    hasCandlesticks: false,
    scale: 1,
  }
  fc.assert(
    fc.property(fc.double({ min: 1e12, max: 2e12, noNaN: true }), (x) => {
      expect(Math.abs(fromPixelX(area, toPixelX(area, x)) - x)).toBeLessThan(1)
    }),
  )
  expect([toPixelY(area, 5), toPixelY(area, 9)]).toEqual([305, 5])
  expect(fromPixelY(area, 155)).toBe(7)
})
