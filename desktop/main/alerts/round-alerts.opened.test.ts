import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { liveRound, roundStartsBetween } from '#shared/rules/schedule.ts'
import { HOUR_MS, WEEK_MS } from '#shared/rules/time.ts'
import { SATURDAY } from './alert-samples.fixture.ts'
import { openedAlert } from './round-alerts.ts'

const live = liveRound(SATURDAY).targetDate
const next = liveRound(SATURDAY + 2 * 24 * HOUR_MS).targetDate

describe('openedAlert', () => {
  test('ignores the first known target', () => {
    expect(openedAlert(null, live, SATURDAY)).toEqual({ state: live, alert: null })
  })

  test('reports a round once, however often its target arrives', () => {
    const now = next - WEEK_MS
    const first = openedAlert(live, next, now)
    expect(first.alert).toMatchObject({ kind: 'opened', round: { targetDate: next } })
    expect(openedAlert(first.state, next, now)).toEqual({ state: next, alert: null })
    expect(openedAlert(first.state, live, now)).toEqual({ state: next, alert: null })
  })

  test('skips a closed round, which a server sends while it catches up', () => {
    const late = liveRound(next).closesAt
    expect(openedAlert(live, next, late)).toEqual({ state: next, alert: null })
  })

  test('ignores a future round until it opens', () => {
    expect(openedAlert(live, next, next - WEEK_MS - 1)).toEqual({ state: live, alert: null })
    expect(openedAlert(live, next, next - WEEK_MS).alert).not.toBeNull()
  })

  test('ignores values that are no target', () => {
    for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, next + 1]) {
      expect(openedAlert(live, odd, SATURDAY)).toEqual({ state: live, alert: null })
    }
  })

  test('reports each round at most once over repeated and late messages and restarts', () => {
    const starts = roundStartsBetween(SATURDAY, SATURDAY + 6 * WEEK_MS)
    const step = fc.record({ lag: fc.nat(2), hours: fc.nat(40) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        let now = SATURDAY
        let state: number | null = null
        const reported: number[] = []
        for (const { lag, hours } of steps) {
          now += hours * HOUR_MS
          const opened = starts.filter((start) => start <= now)
          const received = (opened.at(-1 - lag) ?? liveRound(SATURDAY).refDate) + WEEK_MS
          const result = openedAlert(JSON.parse(JSON.stringify(state)), received, now)
          state = result.state
          if (result.alert?.kind !== 'opened') continue
          expect(result.alert.round).toEqual(liveRound(now))
          reported.push(result.alert.round.targetDate)
        }
        expect(new Set(reported).size).toBe(reported.length)
      }),
    )
  })
})
