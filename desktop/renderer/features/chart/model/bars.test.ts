import { describe, expect, test } from 'bun:test'
import type { Candle } from '#shared/contract/candles.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { firstFrom, toBars, visibleRange, withKnownBars } from './bars.ts'

const full = (hour: number): Candle => ({
  otime: hour * HOUR_MS,
  oprice: '100',
  hprice: '120',
  lprice: '90',
  cprice: '110',
  volume: '5.5',
})
const open = (hour: number, oprice = '100'): Candle => ({ otime: hour * HOUR_MS, oprice })

describe('bars', () => {
  test('have the values of their candle, oldest first', () => {
    const [first, second] = toBars([open(8), full(7)])
    expect(first).toEqual({
      x: 7 * HOUR_MS,
      open: 100,
      high: 120,
      low: 90,
      close: 110,
      volume: 5.5,
    })
    expect(second).toEqual({
      x: 8 * HOUR_MS,
      open: 100,
      high: 100,
      low: 100,
      close: null,
      volume: null,
    })
  })

  test('without values close at the next open, but not across a gap', () => {
    const bars = toBars([open(9, '130'), open(7, '80'), open(6)])
    expect(bars.map(({ close }) => close)).toEqual([80, null, null])
    expect(bars[0]).toMatchObject({ high: 100, low: 80, volume: null })
  })

  test('are found by time', () => {
    const bars = toBars([open(9), open(8), open(6)])
    expect([0, 6, 7, 9, 10].map((hour) => firstFrom(bars, hour * HOUR_MS))).toEqual([0, 0, 1, 2, 3])
    // The hour in which the range begins is visible in part.
    expect(visibleRange(bars, 6.5 * HOUR_MS, 8 * HOUR_MS)).toEqual([0, 2])
    expect(visibleRange(bars, 7 * HOUR_MS, 7.5 * HOUR_MS)).toEqual([1, 1])
  })

  test('of a week come from the same source only', () => {
    expect(withKnownBars([open(8), open(7, '101')], [full(8), full(7)])).toEqual([
      full(8),
      open(7, '101'),
    ])
  })
})
