import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { compareDecimals } from '#shared/rules/decimal.ts'
import {
  type Crossing,
  type Edge,
  edgeOf,
  isTrusted,
  nextCrossing,
  type Side,
} from './price-alerts.ts'

/** An edge at 1000 with a distance of 10. */
const EDGE: Edge = { at: '1000', high: '1010', low: '990', equalIs: 'below' }

/** The indices of the prices that crossed, and the state at the end. */
function walk(edge: Edge, prices: readonly string[], from: Crossing | null = null) {
  let state = from
  const crossed: { index: number; side: Side }[] = []
  for (const [index, price] of prices.entries()) {
    const next = nextCrossing(edge, state, price)
    if (state && next.side !== state.side) crossed.push({ index, side: next.side })
    state = next
  }
  return { crossed, state }
}

const sides = (prices: readonly string[]) => walk(EDGE, prices).crossed.map(({ side }) => side)
/** Cents, so that the edge itself and its neighbours come up often. */
const price = (from: number, to: number) =>
  fc.integer({ min: from * 100, max: to * 100 }).map((cents) => (cents / 100).toFixed(2))
const around = fc.oneof(
  price(970, 1030),
  fc.constantFrom('1000', '1000.00', '1000.01', '990', '1010'),
)

describe('an edge', () => {
  test('says nothing at the first price', () => {
    expect(sides(['1500'])).toEqual([])
    expect(sides(['500'])).toEqual([])
  })

  test('is crossed exactly beyond it', () => {
    expect(sides(['995', '1000', '1000.000000000001'])).toEqual(['above'])
    expect(walk({ ...EDGE, equalIs: 'above' }, ['995', '999.99', '1000']).crossed).toEqual([
      { index: 2, side: 'above' },
    ])
  })

  test('counts again once the price was the whole distance away, on either side', () => {
    expect(sides(['995', '1001', '999', '1001', '991', '1009'])).toEqual(['above'])
    expect(sides(['995', '1001', '990', '1001'])).toEqual(['above', 'below', 'above'])
    expect(sides(['995', '1001', '1010', '999'])).toEqual(['above', 'below'])
  })

  test('is crossed by a jump of any size', () => {
    expect(sides(['1', '100000', '1'])).toEqual(['above', 'below'])
  })

  test('between two crossings of it lies at least the distance', () => {
    fc.assert(
      fc.property(fc.array(around, { maxLength: 60 }), (prices) => {
        const { crossed } = walk(EDGE, prices)
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

  test('noise of less than the distance to either side crosses it at most once', () => {
    const noise = fc.array(price(990.01, 1009.99), { maxLength: 80 })
    fc.assert(
      fc.property(fc.option(around), noise, (first, prices) => {
        const known = first === null ? null : nextCrossing(EDGE, null, first)
        expect(walk(EDGE, prices, known).crossed.length).toBeLessThanOrEqual(1)
      }),
      { numRuns: 1000 },
    )
  })

  test('is never on the wrong side of a price that is the whole distance away', () => {
    fc.assert(
      fc.property(fc.array(around, { minLength: 1, maxLength: 60 }), (prices) => {
        const last = prices.at(-1) ?? '0'
        const { state } = walk(EDGE, prices)
        if (compareDecimals(last, EDGE.high) >= 0) expect(state?.side).toBe('above')
        if (compareDecimals(last, EDGE.low) <= 0) expect(state?.side).toBe('below')
      }),
    )
  })

  test('a price that comes again changes nothing', () => {
    fc.assert(
      fc.property(fc.array(around, { minLength: 1 }), (prices) => {
        const { state } = walk(EDGE, prices)
        expect(walk(EDGE, [prices.at(-1) ?? '0'], state).crossed).toEqual([])
      }),
    )
  })
})

describe('what an edge rests on', () => {
  test('shares of a price, exactly', () => {
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

  test('prices that are live and well-formed', () => {
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
})
