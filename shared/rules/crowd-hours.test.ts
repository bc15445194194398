import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { VOTE_CHOICES } from './band.ts'
import { votersOf } from './crowd.ts'
import { cumulativeHours } from './crowd-hours.ts'
import { HOUR_MS } from './time.ts'

const START = Date.parse('2026-11-19T00:00:00Z')
const rows = fc.array(
  fc.record({
    hour: fc.integer({ min: -2, max: 100 }).map((hours) => START + hours * HOUR_MS),
    choice: fc.constantFrom(...VOTE_CHOICES),
    votes: fc.nat({ max: 9 }),
  }),
)

test('the split of an hour counts every vote until its end', () => {
  const hour = (hours: number) => START + hours * HOUR_MS
  const votes = [
    { hour: hour(2), choice: 'down', votes: 1 },
    { hour: hour(0), choice: 'up', votes: 2 },
  ] as const
  expect(cumulativeHours(votes, START, hour(4))).toEqual([
    { hour: hour(0), up: 2, steady: 0, down: 0, unknown: 0 },
    { hour: hour(1), up: 2, steady: 0, down: 0, unknown: 0 },
    { hour: hour(2), up: 2, steady: 0, down: 1, unknown: 0 },
    { hour: hour(3), up: 2, steady: 0, down: 1, unknown: 0 },
  ])
  expect(cumulativeHours([], START, START)).toEqual([])
})

test('the hours have no gap, never fall, and end with all votes', () => {
  fc.assert(
    fc.property(rows, fc.nat({ max: 96 }), (votes, length) => {
      const hours = cumulativeHours(votes, START, START + length * HOUR_MS)
      hours.slice(1).forEach((each, at) => {
        const before = hours[at]
        if (!before) throw new Error('every hour has one before it')
        expect(each.hour - before.hour).toBe(HOUR_MS)
        for (const choice of VOTE_CHOICES) {
          expect(each[choice]).toBeGreaterThanOrEqual(before[choice])
        }
      })
      const last = hours.at(-1)
      expect(last ? votersOf(last) : 0).toBe(votes.reduce((sum, each) => sum + each.votes, 0))
    }),
  )
})
