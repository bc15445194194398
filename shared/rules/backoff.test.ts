import { expect, test } from 'bun:test'
import { backoff } from './backoff.ts'

test('doubles up to the cap, half of it random', () => {
  expect([0, 1, 2, 9].map((n) => backoff(n, 500, 30_000, () => 0))).toEqual([
    250, 500, 1000, 15_000,
  ])
  expect(backoff(0, 500, 30_000, () => 0.999_999)).toBe(500)
})
