import { expect, test } from 'bun:test'
import { placesOf } from './text-matches.ts'

test.each([
  ['Steady, steady', 'STEADY', [0, 8]],
  ['+2.05% · 2x05', '2.05', [1]],
  ['가격이 가격', '가격', [0, 4]],
  ['İstanbul up', 'up', [9]],
  ['anything', '', []],
])('%p has %p at %j', (text, query, places) => {
  expect(placesOf(text, query)).toEqual(places)
})
