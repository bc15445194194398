import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { indexAfterKey, nearestIndex } from './cursor.ts'

test('finds the nearest point', () => {
  const points = [0, 10, 20].map((x) => ({ x, y: 1 }))
  expect([-5, 0, 4, 5, 6, 16, 99].map((x) => nearestIndex(points, x))).toEqual([
    0, 0, 0, 1, 1, 2, 2,
  ])
})

test('finds no point nearer than the nearest', () => {
  const instants = fc.uniqueArray(fc.integer({ min: 0, max: 10_000 }), { minLength: 1 })
  fc.assert(
    fc.property(instants, fc.integer({ min: -100, max: 10_100 }), (list, x) => {
      const points = list.sort((a, b) => a - b).map((instant) => ({ x: instant, y: 1 }))
      const found = points[nearestIndex(points, x)]
      expect(Math.abs((found?.x ?? 0) - x)).toBe(
        Math.min(...list.map((instant) => Math.abs(instant - x))),
      )
    }),
  )
})

test('moves by one, six, a day, and to the ends', () => {
  expect(indexAfterKey('ArrowLeft', false, 50, 100)).toBe(49)
  expect(indexAfterKey('ArrowRight', true, 50, 100)).toBe(56)
  expect(indexAfterKey('PageDown', false, 50, 100)).toBe(26)
  expect(indexAfterKey('PageUp', false, 90, 100)).toBe(99)
  expect(indexAfterKey('Home', false, 50, 100)).toBe(0)
  expect(indexAfterKey('End', false, 50, 100)).toBe(99)
  expect(indexAfterKey('ArrowLeft', false, 0, 100)).toBe(0)
  expect(indexAfterKey('a', false, 50, 100)).toBeNull()
})
