import { expect, test } from 'bun:test'
import { splitEvenly } from './runners.mjs'

const weights = (groups: number[][]) => groups.map((group) => group.reduce((sum, x) => sum + x, 0))

test('splits items into groups of equal weight, each item once', () => {
  const groups = splitEvenly([1, 2, 3, 4, 5, 6, 7], (weight) => weight, 2)
  expect(weights(groups)).toEqual([14, 14])
  expect(groups.flat().toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('makes at most one group per item', () => {
  expect(splitEvenly([5], () => 1, 2)).toEqual([[5]])
  expect(splitEvenly([], () => 1, 2)).toEqual([])
})
