import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { decimate } from './decimate.ts'

const heights = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 400 })
const pointsOf = (list: number[]) => list.map((y, x) => ({ x, y }))

test('returns a short line unchanged', () => {
  const points = pointsOf([3, 1, 2])
  expect(decimate(points, 10)).toEqual(points)
})

test('returns points of the line in order, at most two above the limit', () => {
  fc.assert(
    fc.property(heights, fc.integer({ min: 3, max: 200 }), (list, limit) => {
      const points = pointsOf(list)
      const decimated = decimate(points, limit)
      for (const { x, y } of decimated) expect(list[x]).toBe(y)
      expect(decimated.map(({ x }) => x)).toEqual(decimated.map(({ x }) => x).sort((a, b) => a - b))
      expect(decimated.length).toBeLessThanOrEqual(Math.max(limit + 2, 3))
    }),
  )
})

test('keeps the first, last, lowest and highest point', () => {
  fc.assert(
    fc.property(heights, fc.integer({ min: 3, max: 200 }), (list, limit) => {
      const points = pointsOf(list)
      const decimated = decimate(points, limit)
      expect(decimated[0]).toEqual(points[0])
      expect(decimated.at(-1)).toEqual(points.at(-1))
      const left = decimated.map(({ y }) => y)
      expect(Math.min(...left)).toBe(Math.min(...list))
      expect(Math.max(...left)).toBe(Math.max(...list))
    }),
  )
})

test('keeps a lone spike in a flat line', () => {
  const list = Array.from({ length: 1000 }, (_, at) => (at === 617 ? 105 : 100))
  expect(decimate(pointsOf(list), 50)).toContainEqual({ x: 617, y: 105 })
})
