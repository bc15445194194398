import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { axisRange, fromPixelX, type PlotArea, toPixelX, toPixelY } from './scene.ts'

const points = [
  { x: 0, y: 90 },
  { x: 3_600_000, y: 110 },
]
const line = {
  key: 'a',
  direction: 'up' as const,
  from: { x: 0, y: 100 },
  to: { x: 9_000_000, y: 150 },
  solid: false,
  votes: 4,
}

describe('the axis ranges', () => {
  const base = { points, price: null, counts: false, width: 800 }

  test('fit the points, the current hour and the headroom', () => {
    const range = axisRange({ ...base, drawing: { lines: [], band: null } })
    expect(range.xMin).toBe(0)
    expect(range.xMax).toBeGreaterThan(7_200_000)
    expect([range.yMin, range.yMax]).toEqual([89, 111])
  })

  test('fit the ends of the lines, the band and the live price', () => {
    const band = { xMin: 0, xMax: 9_500_000, yMin: 80, yMax: 120 }
    const range = axisRange({ ...base, price: 70, drawing: { lines: [line], band } })
    expect(range.xMax).toBeGreaterThan(9_500_000)
    expect(range.yMin).toBeLessThan(70)
    expect(range.yMax).toBeGreaterThan(150)
  })

  test('leave more space for labels with vote counts', () => {
    const drawing = { lines: [line], band: null }
    const withoutCounts = axisRange({ ...base, drawing }).xMax
    expect(axisRange({ ...base, counts: true, drawing }).xMax).toBeGreaterThan(withoutCounts)
  })

  test('have a height for a flat price', () => {
    const flat = { ...base, points: [{ x: 0, y: 50 }], drawing: { lines: [], band: null } }
    expect(axisRange(flat).yMax).toBeGreaterThan(axisRange(flat).yMin)
  })
})

test('converts instants to pixels and back', () => {
  const area: PlotArea = {
    width: 780,
    left: 10,
    right: 710,
    top: 5,
    bottom: 305,
    xMin: 1e12,
    xMax: 2e12,
    yMin: 5,
    yMax: 9,
  }
  fc.assert(
    fc.property(fc.double({ min: 1e12, max: 2e12, noNaN: true }), (x) => {
      expect(Math.abs(fromPixelX(area, toPixelX(area, x)) - x)).toBeLessThan(1)
    }),
  )
  expect([toPixelY(area, 5), toPixelY(area, 9)]).toEqual([305, 5])
})
