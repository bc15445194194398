import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { price } from './alert-samples.fixture.ts'
import { isTrusted, type LevelState, levelAlert } from './price-alerts.ts'

function applyPrices(
  level: string | null,
  prices: readonly string[],
  from: LevelState | null = null,
) {
  let state = from
  const sides: string[] = []
  for (const value of prices) {
    const step = levelAlert(state, price(value), level)
    if (step.alert?.kind === 'level') sides.push(step.alert.side)
    state = step.state
  }
  return { sides, state }
}

describe('levelAlert', () => {
  test('reports a crossing in either direction', () => {
    expect(applyPrices('100000', ['99000', '100000', '100100', '99999.99']).sides).toEqual([
      'above',
      'below',
    ])
    expect(applyPrices('100000', ['101000', '99999.99', '99900', '100000']).sides).toEqual([
      'below',
      'above',
    ])
  })

  test('ignores the first price and a missing level', () => {
    expect(applyPrices('100000', ['99000']).sides).toEqual([])
    expect(applyPrices('100000', ['101000']).sides).toEqual([])
    expect(applyPrices(null, ['99000', '101000'])).toEqual({ sides: [], state: null })
    expect(applyPrices('007', ['99000', '101000'])).toEqual({ sides: [], state: null })
  })

  test('reports an oscillation within 0.1 % once', () => {
    const oscillation = ['100000', '99999.99', '100099.99', '99900.01']
    expect(applyPrices('100000', ['99000', ...oscillation, ...oscillation]).sides).toEqual([
      'above',
    ])
  })

  test('restarts after a changed or removed level and another market kind', () => {
    const { state } = applyPrices('100000', ['99000', '100001'])
    expect(applyPrices('100002', ['100003', '100001'], state).sides).toEqual(['below'])
    const none = applyPrices(null, ['100001'], state)
    expect(applyPrices('100000', ['99999', '100001'], none.state).sides).toEqual(['above'])
    const replayed = levelAlert(state, price('50000', { market: 'replay' }), '100000')
    expect(replayed.alert).toBeNull()
  })

  test('ignores a price that is not live', () => {
    const { state } = applyPrices('100000', ['99000'])
    const stale = price('101000', { freshness: 'stale' })
    expect(levelAlert(state, stale, '100000')).toEqual({ state, alert: null })
    expect(levelAlert(state, stale, '90000')).toEqual({ state: null, alert: null })
  })

  test('reports noise within the hysteresis at most once, also across restarts', () => {
    const noise = fc.integer({ min: 9_990_001, max: 10_009_999 }).map((at) => (at / 100).toFixed(2))
    fc.assert(
      fc.property(fc.array(fc.array(noise, { maxLength: 15 }), { maxLength: 8 }), (sessions) => {
        let stored: LevelState | null = null
        let alerts = 0
        for (const prices of sessions) {
          const run = applyPrices('100000', prices, stored)
          alerts += run.sides.length
          stored = JSON.parse(JSON.stringify(run.state))
        }
        expect(alerts).toBeLessThanOrEqual(1)
      }),
    )
  })
})

test('trusts only live, well-formed prices', () => {
  const live = {
    value: '1000.00',
    time: '2026-11-21T00:00:00.000Z',
    source: 'binance',
    market: 'real',
    freshness: 'live',
  } as const
  expect(isTrusted(live)).toBe(true)
  expect(isTrusted({ ...live, freshness: 'delayed' })).toBe(false)
  expect(isTrusted({ ...live, freshness: 'stale' })).toBe(false)
  expect(isTrusted({ ...live, value: 'NaN' })).toBe(false)
})
