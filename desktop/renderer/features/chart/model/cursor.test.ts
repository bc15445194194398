import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { moved, nearest } from './cursor.ts'

test('the nearest point', () => {
  const points = [0, 10, 20].map((x) => ({ x, y: 1 }))
  expect([-5, 0, 4, 5, 6, 16, 99].map((x) => nearest(points, x))).toEqual([0, 0, 0, 1, 1, 2, 2])
})

test('no point is nearer than the nearest', () => {
  const places = fc.uniqueArray(fc.integer({ min: 0, max: 10_000 }), { minLength: 1 })
  fc.assert(
    fc.property(places, fc.integer({ min: -100, max: 10_100 }), (list, x) => {
      const points = list.sort((a, b) => a - b).map((place) => ({ x: place, y: 1 }))
      const found = points[nearest(points, x)]
      expect(Math.abs((found?.x ?? 0) - x)).toBe(Math.min(...list.map((own) => Math.abs(own - x))))
    }),
  )
})

test('keys move by one, six, a day, and to the ends', () => {
  expect(moved('ArrowLeft', false, 50, 100)).toBe(49)
  expect(moved('ArrowRight', true, 50, 100)).toBe(56)
  expect(moved('PageDown', false, 50, 100)).toBe(26)
  expect(moved('PageUp', false, 90, 100)).toBe(99)
  expect(moved('Home', false, 50, 100)).toBe(0)
  expect(moved('End', false, 50, 100)).toBe(99)
  expect(moved('ArrowLeft', false, 0, 100)).toBe(0)
  expect(moved('a', false, 50, 100)).toBeNull()
})
