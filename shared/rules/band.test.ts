import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { DIRECTIONS, moveTo, outcome, VOTE_CHOICES, voteResult } from './band.ts'

test('treats both edges as steady and one digit beyond as not', () => {
  expect(outcome('105', '100')).toBe('steady')
  expect(outcome('95.00', '100')).toBe('steady')
  expect(outcome('105.00000001', '100')).toBe('up')
  expect(outcome('94.99999999', '100')).toBe('down')
  expect(outcome('63000.0105', '60000.01')).toBe('steady')
  expect(outcome('63000.0106', '60000.01')).toBe('up')
})

test('never lowers the band for a higher price', () => {
  const price = fc.integer({ min: 1, max: 2 ** 40 }).map(String)
  fc.assert(
    fc.property(price, price, price, (a, b, ref) => {
      const [low, high] = BigInt(a) < BigInt(b) ? [a, b] : [b, a]
      const rank = ['down', 'steady', 'up']
      expect(rank.indexOf(outcome(high, ref))).toBeGreaterThanOrEqual(
        rank.indexOf(outcome(low, ref)),
      )
    }),
  )
})

test('derives HIT, MISS, wait and unknown', () => {
  for (const choice of VOTE_CHOICES) {
    expect(voteResult(choice, null)).toBe('wait')
    expect(voteResult(choice, 'void')).toBe('unknown')
    for (const settled of DIRECTIONS) {
      const expected = choice === 'unknown' ? 'unknown' : choice === settled ? 'HIT' : 'MISS'
      expect(voteResult(choice, settled)).toBe(expected)
    }
  }
})

test.each([
  ['up', '100', '105'],
  ['down', '100', '95'],
  ['steady', '110', '105'],
  ['steady', '90', '95'],
  ['down', '106', '95'],
] as const)('%s is a move from %s to %s', (direction, price, edge) => {
  const move = moveTo(direction, price, '100')
  expect(Number(move?.edge)).toBe(Number(edge))
  expect(move?.share).toBeCloseTo(Number(edge) / Number(price) - 1, 12)
})

test('no move leads to the direction of the present price', () => {
  expect(moveTo('steady', '100', '100')).toBeNull()
  expect(moveTo('up', '106', '100')).toBeNull()
})
