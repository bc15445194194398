import { describe, expect, test } from 'bun:test'
import { voteCount } from './eligibility.ts'

const at = (instant: string) => Date.parse(instant)
const voter = (lastVote: string | null) => ({
  lastVoteTime: lastVote === null ? 0 : at(lastVote),
})

describe('the vote eligibility value', () => {
  test('is -1 for a guest', () => {
    expect(voteCount(null, 0)).toBe(-1)
  })

  test('is 0 for a user who has never voted', () => {
    expect(voteCount(voter(null), at('2026-11-21T02:30:00Z'))).toBe(0)
  })

  test.each([
    // Thursday to Sunday: the week starts on Thursday 00:00 UTC.
    ['2026-11-19T00:00:00.000Z', '2026-11-22T23:59:59.999Z', true],
    ['2026-11-18T23:59:59.999Z', '2026-11-19T00:00:00.000Z', false],
    ['2026-11-18T12:00:00.000Z', '2026-11-22T12:00:00.000Z', false],
    // Monday to Wednesday: it starts on Monday 00:00 UTC.
    ['2026-11-23T00:00:00.000Z', '2026-11-25T23:59:59.999Z', true],
    ['2026-11-22T23:59:59.999Z', '2026-11-23T00:00:00.000Z', false],
    ['2026-11-23T09:00:00.000Z', '2026-11-26T00:00:00.000Z', false],
  ])('counts a vote of %s at %s: %p', (lastVote, now, counts) => {
    expect(voteCount(voter(lastVote), at(now))).toBe(counts ? at(lastVote) : 0)
  })
})
