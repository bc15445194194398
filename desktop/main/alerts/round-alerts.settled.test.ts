import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { ownVote, waiting } from './alert-samples.fixture.ts'
import { type SettledState, settledAlert } from './round-alerts.ts'

const ME = 7
const reported = (step: ReturnType<typeof settledAlert>) =>
  step.alert?.kind === 'settled' ? step.alert.votes.map(({ id }) => id) : []

describe('settledAlert', () => {
  test('registers settled votes silently at the first check', () => {
    const first = settledAlert(null, ME, [waiting(3), ownVote(2), ownVote(1)])
    expect(first).toEqual({ state: { userId: ME, told: [2, 1] }, alert: null })
  })

  test('reports newly settled votes once', () => {
    const { state } = settledAlert(null, ME, [waiting(3), ownVote(2)])
    const next = settledAlert(state, ME, [waiting(4), ownVote(3), ownVote(2)])
    expect(reported(next)).toEqual([3])
    expect(reported(settledAlert(next.state, ME, [waiting(4), ownVote(3), ownVote(2)]))).toEqual([])
  })

  test('reports several votes in one alert', () => {
    const { state } = settledAlert(null, ME, [])
    expect(reported(settledAlert(state, ME, [ownVote(3), ownVote(2), ownVote(1)]))).toEqual([
      3, 2, 1,
    ])
  })

  test('reports a void round but not a "not sure" vote, and repeats neither', () => {
    const { state } = settledAlert(null, ME, [])
    const isVoid = ownVote(2, { result: 'unknown', points: 0 })
    const notSure = ownVote(1, { voteChoice: 'unknown', result: 'unknown', points: 0 })
    const step = settledAlert(state, ME, [isVoid, notSure])
    expect(reported(step)).toEqual([2])
    expect(step.state.told).toEqual([2, 1])
  })

  test('starts silently for another user', () => {
    const { state } = settledAlert(null, ME, [waiting(1)])
    const other = settledAlert(state, 8, [ownVote(1)])
    expect(other).toEqual({ state: { userId: 8, told: [1] }, alert: null })
  })

  test('does not repeat an alert after an outdated reply', () => {
    const { state } = settledAlert({ userId: ME, told: [1] }, ME, [ownVote(2), ownVote(1)])
    const behind = settledAlert(state, ME, [waiting(2), ownVote(1)])
    expect(reported(settledAlert(behind.state, ME, [ownVote(2), ownVote(1)]))).toEqual([])
  })

  test('retains at most 200 ids', () => {
    let state: SettledState = { userId: ME, told: [] }
    for (let id = 1; id <= 500; id++) state = settledAlert(state, ME, [ownVote(id)]).state
    expect(state.told).toHaveLength(200)
    expect(state.told[0]).toBe(500)
  })

  test('reports every vote at most once for any checks and restarts', () => {
    /** Each number counts the settled votes of a reply; replies may be outdated. */
    fc.assert(
      fc.property(fc.array(fc.nat(30), { maxLength: 30 }), (settledCounts) => {
        let state: SettledState | null = { userId: ME, told: [] }
        const all: number[] = []
        for (const settled of settledCounts) {
          const ids = Array.from({ length: 31 }, (_, index) => 31 - index)
          const votes = ids.map((id) => (id <= settled ? ownVote(id) : waiting(id)))
          const stored: SettledState | null = JSON.parse(JSON.stringify(state))
          const step = settledAlert(stored, ME, votes)
          all.push(...reported(step))
          state = step.state
        }
        expect(all.toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: Math.max(0, ...settledCounts) }, (_, index) => index + 1),
        )
      }),
    )
  })
})
