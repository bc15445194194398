import { expect, test } from 'bun:test'
import { pageNumbers } from './pagination.tsx'

test('shows up to twelve pages without gaps', () => {
  expect(pageNumbers(1, 3)).toEqual([1, 2, 3])
  expect(pageNumbers(7, 12)).toHaveLength(12)
})

test('shows both ends and the neighbors of the current page beyond that', () => {
  expect(pageNumbers(1, 100)).toEqual([1, 2, 3, 4, 100])
  expect(pageNumbers(50, 100)).toEqual([1, 47, 48, 49, 50, 51, 52, 53, 100])
  expect(pageNumbers(100, 100)).toEqual([1, 97, 98, 99, 100])
})

test('shows both ends for a page beyond the last', () => {
  expect(pageNumbers(500, 100)).toEqual([1, 100])
})
