import { expect, test } from 'bun:test'
import { FULL_SIZE, scaleSize, shortCount } from './scale-size.ts'

test('the full size is the one that the bars speak of', () => {
  expect(scaleSize(FULL_SIZE)).toEqual({
    lists: [10_000, 1_000_000, 10_000_000],
    votes: 1_000_000,
    listeners: 10_000,
    seconds: 60,
  })
})

test('a shorter one is shorter in everything', () => {
  expect(scaleSize(1_000_000).lists).toEqual([10_000, 1_000_000])
  expect(scaleSize(200_000)).toEqual({
    lists: [10_000, 200_000],
    votes: 200_000,
    listeners: 1_000,
    seconds: 10,
  })
})

test('what is no number of rows is refused', () => {
  for (const rows of [Number.NaN, 10_000, 20_000.5, -1]) expect(() => scaleSize(rows)).toThrow()
})

test('large numbers are named shortly', () => {
  expect([950, 10_000, 1_500_000].map(shortCount)).toEqual(['950', '10 k', '1.5 M'])
})
