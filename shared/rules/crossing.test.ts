import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Crossing, type Edge, edgeOf, nextCrossing, type Side } from './crossing.ts'
import { compareDecimals } from './decimal.ts'

/** An edge at 1000 with a distance of 10. */
const EDGE: Edge = { at: '1000', high: '1010', low: '990', equalIs: 'below' }

/** Applies `prices` in order; returns the crossings and the final state. */
function applyPrices(edge: Edge, prices: readonly string[], from: Crossing | null = null) {
  let state = from
  const crossed: { index: number; side: Side }[] = []
  for (const [index, price] of prices.entries()) {
    const next = nextCrossing(edge, state, price)
    if (state && next.side !== state.side) crossed.push({ index, side: next.side })
    state = next
  }
  return { crossed, state }
}

const sides = (prices: readonly string[]) =>
  applyPrices(EDGE, prices).crossed.map(({ side }) => side)
/** Prices in whole cents: the edge and its neighbors occur often. */
const price = (from: number, to: number) =>
  fc.integer({ min: from * 100, max: to * 100 }).map((cents) => (cents / 100).toFixed(2))
const around = fc.oneof(
  price(970, 1030),
  fc.constantFrom('1000', '1000.00', '1000.01', '990', '1010'),
)

describe('nextCrossing', () => {
  test('ignores the first price', () => {
    expect(sides(['1500'])).toEqual([])
    expect(sides(['500'])).toEqual([])
  })

  test('crosses only beyond the edge', () => {
    expect(sides(['995', '1000', '1000.000000000001'])).toEqual(['above'])
    expect(applyPrices({ ...EDGE, equalIs: 'above' }, ['995', '999.99', '1000']).crossed).toEqual([
      { index: 2, side: 'above' },
    ])
  })

  test('crosses again after the price left the hysteresis on either side', () => {
    expect(sides(['995', '1001', '999', '1001', '991', '1009'])).toEqual(['above'])
    expect(sides(['995', '1001', '990', '1001'])).toEqual(['above', 'below', 'above'])
    expect(sides(['995', '1001', '1010', '999'])).toEqual(['above', 'below'])
  })

  test('crosses on a jump of any size', () => {
    expect(sides(['1', '100000', '1'])).toEqual(['above', 'below'])
  })

  test('requires a move of the hysteresis between two crossings', () => {
    fc.assert(
      fc.property(fc.array(around, { maxLength: 60 }), (prices) => {
        const { crossed } = applyPrices(EDGE, prices)
        for (const [index, { index: end, side }] of crossed.entries()) {
          const before = crossed[index - 1]
          if (!before) continue
          expect(side).not.toBe(before.side)
          const between = prices.slice(before.index, end + 1).map(Number)
          expect(Math.max(...between) - Math.min(...between)).toBeGreaterThanOrEqual(10)
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('crosses at most once on noise within the hysteresis', () => {
    const noise = fc.array(price(990.01, 1009.99), { maxLength: 80 })
    fc.assert(
      fc.property(fc.option(around), noise, (first, prices) => {
        const known = first === null ? null : nextCrossing(EDGE, null, first)
        expect(applyPrices(EDGE, prices, known).crossed.length).toBeLessThanOrEqual(1)
      }),
      { numRuns: 1000 },
    )
  })

  test('matches the side of a price outside the hysteresis', () => {
    fc.assert(
      fc.property(fc.array(around, { minLength: 1, maxLength: 60 }), (prices) => {
        const last = prices.at(-1) ?? '0'
        const { state } = applyPrices(EDGE, prices)
        if (compareDecimals(last, EDGE.high) >= 0) expect(state?.side).toBe('above')
        if (compareDecimals(last, EDGE.low) <= 0) expect(state?.side).toBe('below')
      }),
    )
  })

  test('ignores a repeated price', () => {
    fc.assert(
      fc.property(fc.array(around, { minLength: 1 }), (prices) => {
        const { state } = applyPrices(EDGE, prices)
        expect(applyPrices(EDGE, [prices.at(-1) ?? '0'], state).crossed).toEqual([])
      }),
    )
  })
})

describe('edgeOf', () => {
  test('computes an edge as exact shares of a price', () => {
    const shares = { at: '1.05', high: '1.0525', low: '1.0475' }
    expect(edgeOf('58950.01', shares, 'above')).toEqual({
      at: '61897.5105',
      high: '62044.885525',
      low: '61750.135475',
      equalIs: 'above',
    })
    for (const nonsense of ['', '0', '0.00', '007', '-1', '1e5']) {
      expect(edgeOf(nonsense, shares, 'above')).toBeNull()
    }
  })
})
