import { expect, test } from 'bun:test'
import { splitPaths } from './split-paths.ts'

const hour = (up: number, steady: number, down: number, unknown: number) => ({
  up,
  steady,
  down,
  unknown,
})

test('stacks the shares of each hour from the top', () => {
  const paths = splitPaths([hour(1, 0, 0, 0), hour(1, 1, 1, 1)])
  expect(paths).toEqual({
    up: 'M0 0L100 0L100 25L0 100Z',
    steady: 'M0 100L100 25L100 50L0 100Z',
    down: 'M0 100L100 50L100 75L0 100Z',
    unknown: 'M0 100L100 75L100 100L0 100Z',
  })
})

test('an hour without a vote has no shares', () => {
  expect(splitPaths([hour(0, 0, 0, 0), hour(2, 0, 0, 0)]).up).toBe('M0 0L100 0L100 100L0 0Z')
})
