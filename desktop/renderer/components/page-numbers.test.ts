import { expect, test } from 'bun:test'
import { pageNumbers } from './page-numbers.ts'

test('a few pages are all shown', () => {
  expect(pageNumbers(1, 3)).toEqual([1, 2, 3])
  expect(pageNumbers(7, 12)).toHaveLength(12)
})

test('of many, the ends and the neighbours of the current one', () => {
  expect(pageNumbers(1, 100)).toEqual([1, 2, 3, 4, 100])
  expect(pageNumbers(50, 100)).toEqual([1, 47, 48, 49, 50, 51, 52, 53, 100])
  expect(pageNumbers(100, 100)).toEqual([1, 97, 98, 99, 100])
})

test('a page beyond the end shows the ends', () => {
  expect(pageNumbers(500, 100)).toEqual([1, 100])
})
