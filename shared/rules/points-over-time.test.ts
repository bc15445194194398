import { expect, test } from 'bun:test'
import { pointsOverTimePaths } from './points-over-time.ts'

const vote = (points: number) => ({ points, variance: 10_000 })
const none = { points: 0, variance: 0 }
const heights = (path: string) =>
  path
    .replaceAll(/[MZ]/g, '')
    .split('L')
    .map((pair) => Number(pair.split(' ')[1]))

test('the line starts at zero, in the middle, and follows the sum of the points', () => {
  const [start, up = 0, end] = heights(pointsOverTimePaths([vote(100), vote(-100)], none).line)
  expect([start, end]).toEqual([50, 50])
  expect(up).toBeLessThan(50)
})

test('everything fits into the box', () => {
  const { band, line } = pointsOverTimePaths([vote(436), vote(436)], {
    points: -900,
    variance: 20_000,
  })
  const all = [...heights(band), ...heights(line)]
  expect(Math.min(...all)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...all)).toBeLessThanOrEqual(100)
})

test('the area grows with the root of the variance', () => {
  const carried = { points: 30, variance: 0 }
  const [, one = 0, two = 0, same = 0] = heights(
    pointsOverTimePaths([vote(1), vote(1), carried], none).band,
  ).map((height) => 50 - height)
  expect(two / one).toBeCloseTo(Math.SQRT2, 2)
  expect(same).toBe(two)
})
