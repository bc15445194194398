import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { outcome } from '#shared/rules/band.ts'
import { CLOSE, NEXT_TARGET, price, SATURDAY, target } from './alert-samples.fixture.ts'
import { type BandState, bandAlert } from './price-alerts.ts'

/** What is told on the way through `prices`, with the index of each. */
function walk(prices: readonly string[], from: BandState | null = null) {
  let state = from
  const told: { index: number; band: string }[] = []
  for (const [index, value] of prices.entries()) {
    const step = bandAlert(state, price(value), target(), SATURDAY)
    if (step.alert?.kind === 'band') told.push({ index, band: step.alert.band })
    state = step.state
  }
  return { told, state }
}
const bands = (prices: readonly string[]) => walk(prices).told.map(({ band }) => band)

describe('the band alert', () => {
  test('says nothing at the first price, wherever it is', () => {
    for (const first of ['90000', '100000', '110000']) expect(bands([first])).toEqual([])
  })

  test('tells leaving upward, coming back, leaving downward', () => {
    expect(bands(['100000', '105000', '105000.01', '104750', '94999.99', '95250'])).toEqual([
      'up',
      'steady',
      'down',
      'steady',
    ])
  })

  test('does not chatter at an edge', () => {
    const chatter = ['105000.01', '104999.99', '105100', '104800', '105249.99', '104750.01']
    expect(bands(['100000', ...chatter, ...chatter])).toEqual(['up'])
  })

  test('a jump over both edges is one piece of alert', () => {
    expect(bands(['100000', '106000', '90000', '106000'])).toEqual(['up', 'down', 'up'])
  })

  test('a price that is delayed, stale or malformed counts for nothing', () => {
    const { state } = walk(['100000'])
    for (const odd of [{ freshness: 'delayed' }, { freshness: 'stale' }, { value: '' }] as const) {
      const step = bandAlert(state, price('110000', odd), target(), SATURDAY)
      expect(step).toEqual({ state, alert: null })
    }
  })

  test('a new round and another reference begin without a word', () => {
    const { state } = walk(['100000'])
    const next = bandAlert(state, price('110000'), target(NEXT_TARGET), CLOSE)
    expect(next.alert).toBeNull()
    expect(next.state?.targetDate).toBe(NEXT_TARGET)
    const near = bandAlert(state, price('105000.01'), target(NEXT_TARGET), CLOSE)
    expect(near.state?.up).toEqual({ side: 'above', isArmed: true })
    const moved = bandAlert(state, price('110000'), target(undefined, '110000'), SATURDAY)
    expect(moved.alert).toBeNull()
  })

  test('a round that has closed, and one without a reference, are left alone', () => {
    const { state } = walk(['100000'])
    expect(bandAlert(state, price('110000'), target(), CLOSE)).toEqual({ state, alert: null })
    const noReference = target(undefined, null)
    expect(bandAlert(state, price('110000'), noReference, SATURDAY)).toEqual({ state, alert: null })
  })

  test('what happened while the app was off is told once', () => {
    const { state } = walk(['100000'])
    const { told } = walk(['106000', '106000'], structuredClone(state))
    expect(told).toEqual([{ index: 0, band: 'up' }])
  })

  const cents = fc.integer({ min: 9_300_000, max: 10_700_000 }).map((at) => (at / 100).toFixed(2))
  const nearEdge = fc.integer({ min: -40_000, max: 40_000 })
  const near = fc
    .tuple(fc.constantFrom(10_500_000, 9_500_000), nearEdge)
    .map(([edge, off]) => ((edge + off) / 100).toFixed(2))
  const path = fc.array(fc.oneof(cents, near), { maxLength: 50 })

  test('between two alerts of the same edge lies at least 0.25 % of the reference', () => {
    fc.assert(
      fc.property(path, fc.constantFrom('up', 'down'), (prices, edge) => {
        const { told } = walk(prices)
        const ofEdge = told.filter(
          ({ band }, index) => band === edge || told[index - 1]?.band === edge,
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

  test('tells no band twice in a row', () => {
    fc.assert(
      fc.property(path, (prices) => {
        const { told } = walk(prices)
        for (const [index, { band }] of told.entries()) expect(told[index - 1]?.band).not.toBe(band)
      }),
    )
  })

  test('what was told last is true wherever no edge is within the distance', () => {
    fc.assert(
      fc.property(path, cents, (prices, last) => {
        const isNear = [95_000, 105_000].some((edge) => Math.abs(Number(last) - edge) < 250)
        fc.pre(!isNear)
        const { state } = walk([...prices, last])
        const told =
          state?.up.side === 'above' ? 'up' : state?.down.side === 'below' ? 'down' : 'steady'
        expect(told).toBe(outcome(last, '100000.00'))
      }),
    )
  })

  test('a restart anywhere changes nothing of what is told', () => {
    fc.assert(
      fc.property(path, fc.nat(), (prices, cut) => {
        const at = prices.length === 0 ? 0 : cut % prices.length
        const before = walk(prices.slice(0, at))
        const stored: BandState | null = JSON.parse(JSON.stringify(before.state))
        const after = walk(prices.slice(at), stored)
        expect([...before.told, ...after.told].map(({ band }) => band)).toEqual(bands(prices))
      }),
    )
  })
})
