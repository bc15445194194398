import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { CANDLES_MAX, type Candle } from '#shared/contract/candles.ts'
import { HOUR_MS } from '#shared/rules/schedule.ts'
import { fetchCount, goesOn, hourOf, isCurrent, isSeries, merge } from './series.ts'

const NOW = Date.UTC(2026, 10, 21, 6, 30)
const candle = (hour: number, oprice = '100'): Candle => ({ otime: hour * HOUR_MS, oprice })
const hours = fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 60 })
const seriesOf = (list: number[]) =>
  merge(
    [],
    list.map((hour) => candle(hour, String(hour + 1))),
  )

describe('what is asked for', () => {
  test('an empty store asks for everything', () => {
    expect(fetchCount([], NOW)).toBe(CANDLES_MAX)
  })

  test('the hours missed and one more', () => {
    const current = hourOf(NOW) / HOUR_MS
    expect(fetchCount([candle(current)], NOW)).toBe(1)
    expect(fetchCount([candle(current - 1)], NOW)).toBe(2)
    expect(fetchCount([candle(current - 30)], NOW)).toBe(31)
  })

  test('never more than the server keeps, and never less than one', () => {
    const current = hourOf(NOW) / HOUR_MS
    expect(fetchCount([candle(current - CANDLES_MAX - 5)], NOW)).toBe(CANDLES_MAX)
    expect(fetchCount([candle(current - CANDLES_MAX + 1)], NOW)).toBe(CANDLES_MAX)
    // A clock that went back.
    expect(fetchCount([candle(current + 3)], NOW)).toBe(1)
  })

  test('what is asked for always reaches the newest known candle', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: CANDLES_MAX - 1 }), (missed) => {
        const newest = hourOf(NOW) - missed * HOUR_MS
        const oldestAsked =
          hourOf(NOW) - (fetchCount([candle(newest / HOUR_MS)], NOW) - 1) * HOUR_MS
        expect(oldestAsked).toBe(newest)
      }),
    )
  })
})

describe('a series', () => {
  test('is a list of candles, and nothing else', () => {
    expect(isSeries([candle(5), candle(4)])).toBe(true)
    const others = [null, '', {}, [null], [{ otime: 5 }], [{ otime: '5', oprice: '1' }]]
    for (const other of others) expect(isSeries(other)).toBe(false)
    expect(isSeries([candle(5), { otime: 4, oprice: '1e5' }])).toBe(false)
  })

  test('is current when its newest candle is the current hour', () => {
    const current = hourOf(NOW) / HOUR_MS
    expect(isCurrent([], NOW)).toBe(false)
    expect(isCurrent([candle(current - 1)], NOW)).toBe(false)
    expect(isCurrent([candle(current)], NOW)).toBe(true)
    expect(isCurrent([candle(current)], NOW + HOUR_MS)).toBe(false)
  })

  test('merged is newest first, each hour once, and capped', () => {
    fc.assert(
      fc.property(hours, hours, (one, other) => {
        const merged = merge(seriesOf(one), seriesOf(other))
        const times = merged.map(({ otime }) => otime)
        expect(times).toEqual(
          [...new Set([...one, ...other])].sort((a, b) => b - a).map((hour) => hour * HOUR_MS),
        )
        expect(merge(merged, seriesOf(other))).toEqual([...merged])
      }),
    )
    const long = Array.from({ length: CANDLES_MAX + 50 }, (_, hour) => candle(hour))
    const capped = merge([], long)
    expect(capped).toHaveLength(CANDLES_MAX)
    expect(capped[0]).toEqual(candle(CANDLES_MAX + 49))
  })

  test('takes the fetched price where both have an hour', () => {
    expect(merge([candle(5, '1')], [candle(5, '2')])).toEqual([candle(5, '2')])
  })

  test('goes on only from its newest candle at the same price', () => {
    const known = [candle(7, '70'), candle(6, '60')]
    expect(goesOn([], [])).toBe(true)
    expect(goesOn(known, [candle(8), candle(7, '70')])).toBe(true)
    expect(goesOn(known, [candle(8), candle(7, '71')])).toBe(false)
    expect(goesOn(known, [candle(9)])).toBe(false)
    expect(goesOn(known, [])).toBe(false)
  })
})
