import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { HOUR_MS, liveRound } from '#shared/rules/schedule.ts'
import { CLOSE, NEXT_TARGET, target } from './alert-samples.fixture.ts'
import { type ClosingState, closingAlert } from './round-alerts.ts'

const MINUTE = 60_000
const { refDate } = liveRound(CLOSE - 1)
const voter = { id: 7, lastVoteTime: refDate - 1 }
const isTold = (now: number, who: typeof voter | null = voter, known: ClosingState | null = null) =>
  closingAlert(known, who, target(), now).alert !== null

describe('the alert of a round that closes', () => {
  test('comes from an hour before the close until a minute before it', () => {
    expect(isTold(CLOSE - HOUR_MS - 1)).toBe(false)
    expect(isTold(CLOSE - HOUR_MS)).toBe(true)
    expect(isTold(CLOSE - 30 * MINUTE)).toBe(true)
    expect(isTold(CLOSE - MINUTE - 1)).toBe(true)
    expect(isTold(CLOSE - MINUTE)).toBe(false)
    expect(isTold(CLOSE)).toBe(false)
  })

  test('comes to people who are signed in and have no vote in this round', () => {
    const now = CLOSE - 10 * MINUTE
    expect(isTold(now, null)).toBe(false)
    expect(isTold(now, { id: 7, lastVoteTime: 0 })).toBe(true)
    expect(isTold(now, { id: 7, lastVoteTime: refDate - 1 })).toBe(true)
    expect(isTold(now, { id: 7, lastVoteTime: refDate })).toBe(false)
    expect(isTold(now, { id: 7, lastVoteTime: now })).toBe(false)
  })

  test('comes once a round and person', () => {
    const now = CLOSE - 50 * MINUTE
    const { state, alert } = closingAlert(null, voter, target(), now)
    expect(alert).toMatchObject({ kind: 'closing', now, round: { closesAt: CLOSE } })
    expect(isTold(now + MINUTE, voter, state)).toBe(false)
    expect(isTold(now + MINUTE, { ...voter, id: 8 }, state)).toBe(true)
    const later = liveRound(CLOSE).closesAt - MINUTE * 5
    expect(closingAlert(state, voter, target(NEXT_TARGET), later).alert).not.toBeNull()
  })

  test('comes only while the round is known to take votes', () => {
    const now = CLOSE - 10 * MINUTE
    for (const unsure of [null, target(undefined, null), target(NEXT_TARGET)]) {
      expect(closingAlert(null, voter, unsure, now)).toEqual({ state: null, alert: null })
    }
  })

  test('is not told twice, whenever it is looked at and however often the app restarts', () => {
    const looks = fc.array(fc.integer({ min: -2 * 60, max: 5 }), { maxLength: 60 })
    fc.assert(
      fc.property(looks, (minutes) => {
        let state: ClosingState | null = null
        let told = 0
        for (const minute of minutes.toSorted((a, b) => a - b)) {
          const stored: ClosingState | null = JSON.parse(JSON.stringify(state))
          const step = closingAlert(stored, voter, target(), CLOSE + minute * MINUTE)
          state = step.state
          if (step.alert) told += 1
        }
        const inTime = minutes.some((minute) => minute >= -60 && minute < -1)
        expect(told).toBe(inTime ? 1 : 0)
      }),
    )
  })
})
