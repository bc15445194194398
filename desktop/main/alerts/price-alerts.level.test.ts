import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { price } from './alert-samples.fixture.ts'
import { type LevelState, levelAlert } from './price-alerts.ts'

function walk(level: string | null, prices: readonly string[], from: LevelState | null = null) {
  let state = from
  const told: string[] = []
  for (const value of prices) {
    const step = levelAlert(state, price(value), level)
    if (step.alert?.kind === 'level') told.push(step.alert.side)
    state = step.state
  }
  return { told, state }
}

describe('the alert of a level', () => {
  test('tells a crossing either way', () => {
    expect(walk('100000', ['99000', '100000', '100100', '99999.99']).told).toEqual([
      'above',
      'below',
    ])
    expect(walk('100000', ['101000', '99999.99', '99900', '100000']).told).toEqual([
      'below',
      'above',
    ])
  })

  test('says nothing at the first price and nothing without a level', () => {
    expect(walk('100000', ['99000']).told).toEqual([])
    expect(walk('100000', ['101000']).told).toEqual([])
    expect(walk(null, ['99000', '101000'])).toEqual({ told: [], state: null })
    expect(walk('007', ['99000', '101000'])).toEqual({ told: [], state: null })
  })

  test('does not chatter within 0.1 %', () => {
    const chatter = ['100000', '99999.99', '100099.99', '99900.01']
    expect(walk('100000', ['99000', ...chatter, ...chatter]).told).toEqual(['above'])
  })

  test('starts anew when it is changed, taken away, or the market is another', () => {
    const { state } = walk('100000', ['99000', '100001'])
    expect(walk('100002', ['100003', '100001'], state).told).toEqual(['below'])
    const none = walk(null, ['100001'], state)
    expect(walk('100000', ['99999', '100001'], none.state).told).toEqual(['above'])
    const replayed = levelAlert(state, price('50000', { market: 'replay' }), '100000')
    expect(replayed.alert).toBeNull()
  })

  test('a price that is not live changes nothing', () => {
    const { state } = walk('100000', ['99000'])
    const stale = price('101000', { freshness: 'stale' })
    expect(levelAlert(state, stale, '100000')).toEqual({ state, alert: null })
    expect(levelAlert(state, stale, '90000')).toEqual({ state: null, alert: null })
  })

  test('noise within the distance tells at most once, over restarts too', () => {
    const noise = fc.integer({ min: 9_990_001, max: 10_009_999 }).map((at) => (at / 100).toFixed(2))
    fc.assert(
      fc.property(fc.array(fc.array(noise, { maxLength: 15 }), { maxLength: 8 }), (sessions) => {
        let stored: LevelState | null = null
        let told = 0
        for (const prices of sessions) {
          const run = walk('100000', prices, stored)
          told += run.told.length
          stored = JSON.parse(JSON.stringify(run.state))
        }
        expect(told).toBeLessThanOrEqual(1)
      }),
    )
  })
})
