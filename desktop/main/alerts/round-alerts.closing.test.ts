import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { liveRound } from '#shared/rules/schedule.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time.ts'
import { CLOSE, NEXT_TARGET, target } from './alert-samples.fixture.ts'
import { type ClosingState, closingAlert } from './round-alerts.ts'

const { refDate } = liveRound(CLOSE - 1)
const voter = { id: 7, lastVoteTime: refDate - 1 }
const isShown = (
  now: number,
  user: typeof voter | null = voter,
  known: ClosingState | null = null,
) => closingAlert(known, user, target(), now).alert !== null

describe('closingAlert', () => {
  test('is shown from an hour until a minute before the close', () => {
    expect(isShown(CLOSE - HOUR_MS - 1)).toBe(false)
    expect(isShown(CLOSE - HOUR_MS)).toBe(true)
    expect(isShown(CLOSE - 30 * MINUTE_MS)).toBe(true)
    expect(isShown(CLOSE - MINUTE_MS - 1)).toBe(true)
    expect(isShown(CLOSE - MINUTE_MS)).toBe(false)
    expect(isShown(CLOSE)).toBe(false)
  })

  test('is shown to signed-in users without a vote in this round', () => {
    const now = CLOSE - 10 * MINUTE_MS
    expect(isShown(now, null)).toBe(false)
    expect(isShown(now, { id: 7, lastVoteTime: 0 })).toBe(true)
    expect(isShown(now, { id: 7, lastVoteTime: refDate - 1 })).toBe(true)
    expect(isShown(now, { id: 7, lastVoteTime: refDate })).toBe(false)
    expect(isShown(now, { id: 7, lastVoteTime: now })).toBe(false)
  })

  test('is shown once per round and user', () => {
    const now = CLOSE - 50 * MINUTE_MS
    const { state, alert } = closingAlert(null, voter, target(), now)
    expect(alert).toMatchObject({ kind: 'closing', now, round: { closesAt: CLOSE } })
    expect(isShown(now + MINUTE_MS, voter, state)).toBe(false)
    expect(isShown(now + MINUTE_MS, { ...voter, id: 8 }, state)).toBe(true)
    const later = liveRound(CLOSE).closesAt - MINUTE_MS * 5
    expect(closingAlert(state, voter, target(NEXT_TARGET), later).alert).not.toBeNull()
  })

  test('is shown only while the round is known to accept votes', () => {
    const now = CLOSE - 10 * MINUTE_MS
    for (const unusable of [null, target(undefined, null), target(NEXT_TARGET)]) {
      expect(closingAlert(null, voter, unusable, now)).toEqual({ state: null, alert: null })
    }
  })

  test('is shown at most once for any checks and restarts', () => {
    const checks = fc.array(fc.integer({ min: -2 * 60, max: 5 }), { maxLength: 60 })
    fc.assert(
      fc.property(checks, (minutes) => {
        let state: ClosingState | null = null
        let alerts = 0
        for (const minute of minutes.toSorted((a, b) => a - b)) {
          const stored: ClosingState | null = JSON.parse(JSON.stringify(state))
          const step = closingAlert(stored, voter, target(), CLOSE + minute * MINUTE_MS)
          state = step.state
          if (step.alert) alerts += 1
        }
        const inTime = minutes.some((minute) => minute >= -60 && minute < -1)
        expect(alerts).toBe(inTime ? 1 : 0)
      }),
    )
  })
})
