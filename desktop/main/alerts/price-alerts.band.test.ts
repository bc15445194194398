import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { outcome } from '#shared/rules/band.ts'
import { CLOSE, NEXT_TARGET, price, SATURDAY, target } from './alert-samples.fixture.ts'
import { type BandState, bandAlert } from './price-alerts.ts'

/** Applies `prices` in order; returns the alerts with the index of their price. */
function applyPrices(prices: readonly string[], from: BandState | null = null) {
  let state = from
  const alerts: { index: number; band: string }[] = []
  for (const [index, value] of prices.entries()) {
    const step = bandAlert(state, price(value), target(), SATURDAY)
    if (step.alert?.kind === 'band') alerts.push({ index, band: step.alert.band })
    state = step.state
  }
  return { alerts, state }
}
const bands = (prices: readonly string[]) => applyPrices(prices).alerts.map(({ band }) => band)

describe('bandAlert', () => {
  test('ignores the first price', () => {
    for (const first of ['90000', '100000', '110000']) expect(bands([first])).toEqual([])
  })

  test('reports leaving upward, returning and leaving downward', () => {
    expect(bands(['100000', '105000', '105000.01', '104750', '94999.99', '95250'])).toEqual([
      'up',
      'steady',
      'down',
      'steady',
    ])
  })

  test('reports an oscillation at an edge once', () => {
    const oscillation = ['105000.01', '104999.99', '105100', '104800', '105249.99', '104750.01']
    expect(bands(['100000', ...oscillation, ...oscillation])).toEqual(['up'])
  })

  test('reports a jump over both edges once', () => {
    expect(bands(['100000', '106000', '90000', '106000'])).toEqual(['up', 'down', 'up'])
  })

  test('ignores delayed, stale and malformed prices', () => {
    const { state } = applyPrices(['100000'])
    for (const odd of [{ freshness: 'delayed' }, { freshness: 'stale' }, { value: '' }] as const) {
      const step = bandAlert(state, price('110000', odd), target(), SATURDAY)
      expect(step).toEqual({ state, alert: null })
    }
  })

  test('starts silently after a new round or reference', () => {
    const { state } = applyPrices(['100000'])
    const next = bandAlert(state, price('110000'), target(NEXT_TARGET), CLOSE)
    expect(next.alert).toBeNull()
    expect(next.state?.targetDate).toBe(NEXT_TARGET)
    const near = bandAlert(state, price('105000.01'), target(NEXT_TARGET), CLOSE)
    expect(near.state?.up).toEqual({ side: 'above', isArmed: true })
    const moved = bandAlert(state, price('110000'), target(undefined, '110000'), SATURDAY)
    expect(moved.alert).toBeNull()
  })

  test('ignores a closed round and one without a reference', () => {
    const { state } = applyPrices(['100000'])
    expect(bandAlert(state, price('110000'), target(), CLOSE)).toEqual({ state, alert: null })
    const noReference = target(undefined, null)
    expect(bandAlert(state, price('110000'), noReference, SATURDAY)).toEqual({ state, alert: null })
  })

  test('reports a change while the app was off once', () => {
    const { state } = applyPrices(['100000'])
    const { alerts } = applyPrices(['106000', '106000'], structuredClone(state))
    expect(alerts).toEqual([{ index: 0, band: 'up' }])
  })

  const cents = fc.integer({ min: 9_300_000, max: 10_700_000 }).map((at) => (at / 100).toFixed(2))
  const nearEdge = fc.integer({ min: -40_000, max: 40_000 })
  const near = fc
    .tuple(fc.constantFrom(10_500_000, 9_500_000), nearEdge)
    .map(([edge, off]) => ((edge + off) / 100).toFixed(2))
  const path = fc.array(fc.oneof(cents, near), { maxLength: 50 })

  test('requires a move of 0.25 % between two alerts of an edge', () => {
    fc.assert(
      fc.property(path, fc.constantFrom('up', 'down'), (prices, edge) => {
        const { alerts } = applyPrices(prices)
        const ofEdge = alerts.filter(
          ({ band }, index) => band === edge || alerts[index - 1]?.band === edge,
        )
        for (const [index, { index: end }] of ofEdge.entries()) {
          const before = ofEdge[index - 1]
          if (!before) continue
          const between = prices.slice(before.index, end + 1).map(Number)
          expect(Math.max(...between) - Math.min(...between)).toBeGreaterThanOrEqual(250)
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('never reports the same band twice in a row', () => {
    fc.assert(
      fc.property(path, (prices) => {
        const { alerts } = applyPrices(prices)
        for (const [index, { band }] of alerts.entries())
          expect(alerts[index - 1]?.band).not.toBe(band)
      }),
    )
  })

  test('matches the outcome rule outside the hysteresis', () => {
    fc.assert(
      fc.property(path, cents, (prices, last) => {
        const isNear = [95_000, 105_000].some((edge) => Math.abs(Number(last) - edge) < 250)
        fc.pre(!isNear)
        const { state } = applyPrices([...prices, last])
        const reported =
          state?.up.side === 'above' ? 'up' : state?.down.side === 'below' ? 'down' : 'steady'
        expect(reported).toBe(outcome(last, '100000.00'))
      }),
    )
  })

  test('reports the same alerts after a restart at any point', () => {
    fc.assert(
      fc.property(path, fc.nat(), (prices, cut) => {
        const at = prices.length === 0 ? 0 : cut % prices.length
        const before = applyPrices(prices.slice(0, at))
        const stored: BandState | null = JSON.parse(JSON.stringify(before.state))
        const after = applyPrices(prices.slice(at), stored)
        expect([...before.alerts, ...after.alerts].map(({ band }) => band)).toEqual(bands(prices))
      }),
    )
  })
})
