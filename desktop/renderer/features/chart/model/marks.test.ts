import { expect, test } from 'bun:test'
import { createMarks } from './marks.ts'

const VOTE = {
  id: 1,
  targetTime: '2026-11-26T00:00:00.000Z',
  refPrice: '95000.00',
  voteChoice: 'up' as const,
  result: 'wait' as const,
  points: null,
  created: '2026-11-20T10:05:00.000Z',
  offer: { hit: 226, miss: -44 },
  offerVersion: 3,
  carried: 0,
  entryPrice: '96000.00',
  settledAt: null,
}

test('a call is marked at the time and price of its present direction', () => {
  const enteredAt = '2026-11-20T10:40:00.000Z'
  const { entries } = createMarks([], [VOTE, { ...VOTE, enteredAt }])
  expect(entries.map(({ x, price }) => [x, price])).toEqual([
    [Date.parse(VOTE.created), 96_000],
    [Date.parse(enteredAt), 96_000],
  ])
})
