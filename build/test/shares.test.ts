import { expect, test } from 'bun:test'
import { inShares } from './shares.mjs'

const weights = (shares: number[][]) => shares.map((share) => share.reduce((sum, x) => sum + x, 0))

test('things are shared out evenly, each once', () => {
  const shares = inShares([1, 2, 3, 4, 5, 6, 7], (weight) => weight, 2)
  expect(weights(shares)).toEqual([14, 14])
  expect(shares.flat().toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('there are no more shares than things', () => {
  expect(inShares([5], () => 1, 2)).toEqual([[5]])
  expect(inShares([], () => 1, 2)).toEqual([])
})
