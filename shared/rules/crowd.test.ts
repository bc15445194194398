import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { DIRECTIONS } from './band.ts'
import {
  CROWD_MIN_VOTERS,
  crowdPick,
  crowdRecord,
  favoriteOf,
  isPickRight,
  type RecordedRound,
  votersOf,
} from './crowd.ts'

const direction = fc.constantFrom(...DIRECTIONS)
const outcome = fc.constantFrom(...DIRECTIONS, 'void' as const)
const count = fc.nat({ max: 30 })
const votes = fc.record({ up: count, steady: count, down: count, unknown: count })
const round: fc.Arbitrary<RecordedRound> = fc.record({
  outcome,
  votes,
  favorite: fc.option(direction),
  calls: fc.nat({ max: 50 }),
  points: fc.integer({ min: -5000, max: 5000 }),
})

describe("the crowd's pick", () => {
  test.each([
    [{ up: 3, steady: 2, down: 1 }, 'up'],
    [{ up: 0, steady: 0, down: 1 }, 'down'],
    [{ up: 2, steady: 2, down: 1 }, 'split'],
    [{ up: 2, steady: 2, down: 2 }, 'split'],
    [{ up: 1, steady: 2, down: 1 }, 'steady'],
    [{ up: 0, steady: 0, down: 0 }, null],
  ] as const)('of %o is %s', (counts, pick) => {
    expect(crowdPick(counts)).toBe(pick)
  })

  test('is the one direction that no other reaches', () => {
    fc.assert(
      fc.property(votes, (counts) => {
        const pick = crowdPick(counts)
        const beats = (each: 'up' | 'steady' | 'down') =>
          DIRECTIONS.every((other) => other === each || counts[each] > counts[other])
        expect(DIRECTIONS.filter(beats)).toEqual(pick === null || pick === 'split' ? [] : [pick])
        expect(pick === null).toBe(counts.up + counts.steady + counts.down === 0)
      }),
    )
  })

  test.each([
    ['up', 'up', true],
    ['up', 'down', false],
    ['split', 'up', null],
    [null, 'up', null],
    ['up', 'void', null],
    ['up', null, null],
  ] as const)('%s in a round that came out %s: %p', (pick, result, right) => {
    expect(isPickRight(pick, result)).toBe(right)
  })
})

test('the favorite has the largest chance', () => {
  fc.assert(
    fc.property(count, count, count, (up, steady, down) => {
      const chances = { up, steady, down }
      expect(chances[favoriteOf(chances)]).toBe(Math.max(up, steady, down))
    }),
  )
  expect(favoriteOf({ up: 0.4, steady: 0.2, down: 0.4 })).toBe('up')
  expect(favoriteOf({ up: 0.4, steady: 0.4, down: 0.2 })).toBe('steady')
})

describe('the record', () => {
  const base = { outcome: 'up', favorite: 'steady', calls: 9, points: 90 } as const
  const ten = { up: 6, steady: 3, down: 0, unknown: 1 }
  test.each([
    ['a right pick of ten votes, unknown included', { ...base, votes: ten }, 1, 1, 9],
    ['a wrong pick', { ...base, outcome: 'down', votes: ten }, 0, 1, 9],
    ['nine votes', { ...base, votes: { ...ten, unknown: 0 } }, 0, 0, 9],
    ['a tie', { ...base, votes: { up: 5, steady: 5, down: 0, unknown: 0 } }, 0, 0, 9],
    ['only unknown', { ...base, votes: { up: 0, steady: 0, down: 0, unknown: 12 } }, 0, 0, 9],
    ['a void round', { ...base, outcome: 'void', votes: ten }, 0, 0, 0],
  ] as const)('of %s', (_, recorded, right, of, calls) => {
    const record = crowdRecord([recorded])
    expect(record.crowd).toEqual({ right, of })
    expect(record.crowdPoints.calls).toBe(calls)
  })

  test('compares the three picks over the same rounds and adds up over parts', () => {
    fc.assert(
      fc.property(fc.array(round), fc.array(round), (some, others) => {
        const [a, b, all] = [some, others, [...some, ...others]].map(crowdRecord)
        if (!a || !b || !all) throw new Error('three records')
        for (const pick of ['crowd', 'alwaysSteady', 'favorite'] as const) {
          expect(all[pick].of).toBe(all.crowd.of)
          expect(all[pick].right).toBe(a[pick].right + b[pick].right)
          expect(all[pick].right).toBeLessThanOrEqual(all[pick].of)
        }
        expect(all.crowdPoints.points).toBe(a.crowdPoints.points + b.crowdPoints.points)
        expect(all.rounds).toBe(a.rounds + b.rounds)
        const counted = [...some, ...others].filter(
          (each) => each.outcome !== 'void' && votersOf(each.votes) >= CROWD_MIN_VOTERS,
        )
        expect(all.crowd.of).toBeLessThanOrEqual(counted.length)
      }),
    )
  })
})
