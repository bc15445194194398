import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { HOUR_MS, liveRound, roundStartsBetween, WEEK_MS } from '#shared/rules/schedule.ts'
import { SATURDAY } from './alert-samples.fixture.ts'
import { openedAlert } from './round-alerts.ts'

const live = liveRound(SATURDAY).targetDate
const next = liveRound(SATURDAY + 2 * 24 * HOUR_MS).targetDate

describe('the alert of a new round', () => {
  test('does not come at the very first start', () => {
    expect(openedAlert(null, live, SATURDAY)).toEqual({ state: live, alert: null })
  })

  test('comes once for a round, however often it is heard of', () => {
    const now = next - WEEK_MS
    const first = openedAlert(live, next, now)
    expect(first.alert).toMatchObject({ kind: 'opened', round: { targetDate: next } })
    expect(openedAlert(first.state, next, now)).toEqual({ state: next, alert: null })
    expect(openedAlert(first.state, live, now)).toEqual({ state: next, alert: null })
  })

  test('does not come for a round that has closed, as a server tells that catches up', () => {
    const late = liveRound(next).closesAt
    expect(openedAlert(live, next, late)).toEqual({ state: next, alert: null })
  })

  test('does not come before the round does, and comes then', () => {
    expect(openedAlert(live, next, next - WEEK_MS - 1)).toEqual({ state: live, alert: null })
    expect(openedAlert(live, next, next - WEEK_MS).alert).not.toBeNull()
  })

  test('takes nothing that is no target', () => {
    for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, next + 1]) {
      expect(openedAlert(live, odd, SATURDAY)).toEqual({ state: live, alert: null })
    }
  })

  test('over weeks of repeated and late messages and restarts, each round is told at most once', () => {
    const starts = roundStartsBetween(SATURDAY, SATURDAY + 6 * WEEK_MS)
    const step = fc.record({ lag: fc.nat(2), hours: fc.nat(40) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        let now = SATURDAY
        let state: number | null = null
        const told: number[] = []
        for (const { lag, hours } of steps) {
          now += hours * HOUR_MS
          const opened = starts.filter((start) => start <= now)
          const heard = (opened.at(-1 - lag) ?? liveRound(SATURDAY).refDate) + WEEK_MS
          const answer = openedAlert(JSON.parse(JSON.stringify(state)), heard, now)
          state = answer.state
          if (answer.alert?.kind !== 'opened') continue
          expect(answer.alert.round).toEqual(liveRound(now))
          told.push(answer.alert.round.targetDate)
        }
        expect(new Set(told).size).toBe(told.length)
      }),
    )
  })
})
