import { expect, test } from 'bun:test'
import { arrange } from './arrange.ts'

const items = (...ids: number[]) => ids.map((id) => ({ id, likes: id * 10 }))

test('everything is shown without an order', () => {
  expect(arrange(items(1, 2), null)).toEqual({ shown: items(1, 2), waiting: [] })
})

test('what is new waits, and what is known keeps its place with its new values', () => {
  expect(arrange(items(3, 1, 2), [1, 2])).toEqual({ shown: items(1, 2), waiting: items(3) })
})

test('what was removed is gone', () => {
  expect(arrange(items(2), [1, 2])).toEqual({ shown: items(2), waiting: [] })
})
