import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { pixelOfX, pixelOfY, reachOf, xOfPixel } from './frame.ts'

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

describe('what the axes span', () => {
  const base = { points, price: null, counts: false, width: 800 }

  test('the points, the hour that runs, and the headroom', () => {
    const reach = reachOf({ ...base, drawing: { lines: [], band: null } })
    expect(reach.xMin).toBe(0)
    expect(reach.xMax).toBeGreaterThan(7_200_000)
    expect([reach.yMin, reach.yMax]).toEqual([89, 111])
  })

  test('the ends of the lines, the band and the live price', () => {
    const band = { xMin: 0, xMax: 9_500_000, yMin: 80, yMax: 120 }
    const reach = reachOf({ ...base, price: 70, drawing: { lines: [line], band } })
    expect(reach.xMax).toBeGreaterThan(9_500_000)
    expect(reach.yMin).toBeLessThan(70)
    expect(reach.yMax).toBeGreaterThan(150)
  })

  test('more room at the end where votes are counted', () => {
    const drawing = { lines: [line], band: null }
    const without = reachOf({ ...base, drawing }).xMax
    expect(reachOf({ ...base, counts: true, drawing }).xMax).toBeGreaterThan(without)
  })

  test('a flat price still has a height', () => {
    const flat = { ...base, points: [{ x: 0, y: 50 }], drawing: { lines: [], band: null } }
    expect(reachOf(flat).yMax).toBeGreaterThan(reachOf(flat).yMin)
  })
})

test('a pixel is the instant that is drawn there', () => {
  const frame = {
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
      expect(Math.abs(xOfPixel(frame, pixelOfX(frame, x)) - x)).toBeLessThan(1)
    }),
  )
  expect([pixelOfY(frame, 5), pixelOfY(frame, 9)]).toEqual([305, 5])
})
