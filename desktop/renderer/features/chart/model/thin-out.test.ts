import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { thinOut } from './thin-out.ts'

const heights = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 400 })
const pointsOf = (list: number[]) => list.map((y, x) => ({ x, y }))

test('a short line stays as it is', () => {
  const points = pointsOf([3, 1, 2])
  expect(thinOut(points, 10)).toEqual(points)
})

test('what is left are points of the line in their order, not many more than wished', () => {
  fc.assert(
    fc.property(heights, fc.integer({ min: 3, max: 200 }), (list, limit) => {
      const points = pointsOf(list)
      const thin = thinOut(points, limit)
      for (const { x, y } of thin) expect(list[x]).toBe(y)
      expect(thin.map(({ x }) => x)).toEqual(thin.map(({ x }) => x).sort((a, b) => a - b))
      expect(thin.length).toBeLessThanOrEqual(Math.max(limit + 2, 3))
    }),
  )
})

test('the first, the last, the lowest and the highest point stay', () => {
  fc.assert(
    fc.property(heights, fc.integer({ min: 3, max: 200 }), (list, limit) => {
      const points = pointsOf(list)
      const thin = thinOut(points, limit)
      expect(thin[0]).toEqual(points[0])
      expect(thin.at(-1)).toEqual(points.at(-1))
      const left = thin.map(({ y }) => y)
      expect(Math.min(...left)).toBe(Math.min(...list))
      expect(Math.max(...left)).toBe(Math.max(...list))
    }),
  )
})

test('a lone spike in a flat line stays', () => {
  const list = Array.from({ length: 1000 }, (_, at) => (at === 617 ? 105 : 100))
  expect(thinOut(pointsOf(list), 50)).toContainEqual({ x: 617, y: 105 })
})
