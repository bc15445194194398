import { expect, test } from 'bun:test'
import { openVoteValue } from '#shared/rules/open-vote.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { polyline, positionIn, rangeOf, valueOverTime } from './value-over-time.ts'

const TARGET = '2026-11-26T00:00:00.000Z'
const CREATED = '2026-11-20T10:30:00.000Z'
const vote = {
  voteChoice: 'up' as const,
  offer: { hit: 226, miss: -44 },
  offerVersion: 2,
  carried: 0,
  created: CREATED,
  targetTime: TARGET,
  entryPrice: '60000',
}
const hour = Date.parse('2026-11-20T11:00:00Z')
const candles = [
  { otime: hour + HOUR_MS, oprice: '63000' },
  { otime: hour, oprice: '61000' },
  { otime: hour - HOUR_MS, oprice: '10000' },
]
const input = { vote, refPrice: '60000', s60: 0.02, candles }

test('the line starts at the entry and follows the opens since the vote', () => {
  const points = valueOverTime(input)
  expect(points.map(({ x }) => x)).toEqual([Date.parse(CREATED), hour, hour + HOUR_MS])
  const market = { refPrice: '60000', s60: 0.02, targetDate: Date.parse(TARGET) }
  const openVote = { choice: 'up' as const, offer: vote.offer, offerVersion: 2, carried: 0 }
  expect(points[1]?.y).toBe(
    openVoteValue(openVote, { ...market, priceNow: '61000', now: hour }) ?? Number.NaN,
  )
  expect(points[2]?.y).toBeGreaterThan(points[1]?.y ?? 0)
})

test('the line of a changed call starts at its change', () => {
  const enteredAt = '2026-11-20T11:20:00.000Z'
  const points = valueOverTime({ ...input, vote: { ...vote, enteredAt } })
  expect(points.map(({ x }) => x)).toEqual([Date.parse(enteredAt), hour + HOUR_MS])
})

test('an unpriced call has no line', () => {
  const unpriced = { ...vote, offer: { hit: 0, miss: 0 }, entryPrice: null }
  expect(valueOverTime({ ...input, vote: unpriced })).toEqual([])
})

test('points are placed in percent of their frame, and clamped to it', () => {
  const frame = { x: [0, 10], y: [-50, 50] } satisfies Parameters<typeof positionIn>[0]
  expect(positionIn(frame, { x: 5, y: 25 })).toEqual({ x: 50, y: 25 })
  expect(positionIn(frame, { x: 20, y: -80 })).toEqual({ x: 100, y: 100 })
  expect(
    polyline(frame, [
      { x: 0, y: -50 },
      { x: 10, y: 50 },
    ]),
  ).toBe('0.0,100.0 100.0,0.0')
  expect(positionIn({ x: [0, 1], y: [3, 3] }, { x: 0, y: 3 }).y).toBe(50)
  expect(rangeOf([{ x: 0, y: 4 }], -5, 5)).toEqual([-5, 5])
})
