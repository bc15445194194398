import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { ownVote, waiting } from './alert-samples.fixture.ts'
import { type SettledState, settledAlert } from './round-alerts.ts'

const ME = 7
const told = (step: ReturnType<typeof settledAlert>) =>
  step.alert?.kind === 'settled' ? step.alert.votes.map(({ id }) => id) : []

describe('the alert of settled votes', () => {
  test('the first look learns what is settled and tells nothing', () => {
    const first = settledAlert(null, ME, [waiting(3), ownVote(2), ownVote(1)])
    expect(first).toEqual({ state: { userId: ME, told: [2, 1] }, alert: null })
  })

  test('tells what was settled since, once', () => {
    const { state } = settledAlert(null, ME, [waiting(3), ownVote(2)])
    const next = settledAlert(state, ME, [waiting(4), ownVote(3), ownVote(2)])
    expect(told(next)).toEqual([3])
    expect(told(settledAlert(next.state, ME, [waiting(4), ownVote(3), ownVote(2)]))).toEqual([])
  })

  test('several at once are one piece of alert', () => {
    const { state } = settledAlert(null, ME, [])
    expect(told(settledAlert(state, ME, [ownVote(3), ownVote(2), ownVote(1)]))).toEqual([3, 2, 1])
  })

  test('a void round is told, a vote for "not sure" is not, and neither comes again', () => {
    const { state } = settledAlert(null, ME, [])
    const isVoid = ownVote(2, { result: 'unknown', points: 0 })
    const notSure = ownVote(1, { voteChoice: 'unknown', result: 'unknown', points: 0 })
    const step = settledAlert(state, ME, [isVoid, notSure])
    expect(told(step)).toEqual([2])
    expect(step.state.told).toEqual([2, 1])
  })

  test('another person begins without a word', () => {
    const { state } = settledAlert(null, ME, [waiting(1)])
    const other = settledAlert(state, 8, [ownVote(1)])
    expect(other).toEqual({ state: { userId: 8, told: [1] }, alert: null })
  })

  test('an answer that is behind does not make old alert new', () => {
    const { state } = settledAlert({ userId: ME, told: [1] }, ME, [ownVote(2), ownVote(1)])
    const behind = settledAlert(state, ME, [waiting(2), ownVote(1)])
    expect(told(settledAlert(behind.state, ME, [ownVote(2), ownVote(1)]))).toEqual([])
  })

  test('does not remember without end', () => {
    let state: SettledState = { userId: ME, told: [] }
    for (let id = 1; id <= 500; id++) state = settledAlert(state, ME, [ownVote(id)]).state
    expect(state.told).toHaveLength(200)
    expect(state.told[0]).toBe(500)
  })

  test('every vote is told at most once over looks at any moment and restarts', () => {
    /** How many votes are settled at each look; the answers may be behind each other. */
    fc.assert(
      fc.property(fc.array(fc.nat(30), { maxLength: 30 }), (looks) => {
        let state: SettledState | null = { userId: ME, told: [] }
        const all: number[] = []
        for (const settled of looks) {
          const ids = Array.from({ length: 31 }, (_, index) => 31 - index)
          const votes = ids.map((id) => (id <= settled ? ownVote(id) : waiting(id)))
          const stored: SettledState | null = JSON.parse(JSON.stringify(state))
          const step = settledAlert(stored, ME, votes)
          all.push(...told(step))
          state = step.state
        }
        expect(all.toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: Math.max(0, ...looks) }, (_, index) => index + 1),
        )
      }),
    )
  })
})
