import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Candle } from '#shared/contract/candles.ts'
import { CANDLES_MAX } from '#shared/contract/endpoints.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import {
  continues,
  daysOf,
  fetchCount,
  hourOf,
  isCurrent,
  isSeries,
  merge,
  summarize,
} from './series.ts'

const NOW = Date.UTC(2026, 10, 21, 6, 30)
const candle = (hour: number, oprice = '100'): Candle => ({ otime: hour * HOUR_MS, oprice })
const hours = fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 60 })
const seriesOf = (list: number[]) =>
  merge(
    [],
    list.map((hour) => candle(hour, String(hour + 1))),
  )

describe('the fetch count', () => {
  test('is the maximum without a cached series', () => {
    expect(fetchCount([], NOW)).toBe(CANDLES_MAX)
  })

  test('is the missing hours and one more', () => {
    const current = hourOf(NOW) / HOUR_MS
    expect(fetchCount([candle(current)], NOW)).toBe(1)
    expect(fetchCount([candle(current - 1)], NOW)).toBe(2)
    expect(fetchCount([candle(current - 30)], NOW)).toBe(31)
  })

  test('is at most the maximum and at least one', () => {
    const current = hourOf(NOW) / HOUR_MS
    expect(fetchCount([candle(current - CANDLES_MAX - 5)], NOW)).toBe(CANDLES_MAX)
    expect(fetchCount([candle(current - CANDLES_MAX + 1)], NOW)).toBe(CANDLES_MAX)
    // The clock was set back.
    expect(fetchCount([candle(current + 3)], NOW)).toBe(1)
  })

  test('always reaches the newest cached candle', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: CANDLES_MAX - 1 }), (missing) => {
        const newest = hourOf(NOW) - missing * HOUR_MS
        const oldestFetched =
          hourOf(NOW) - (fetchCount([candle(newest / HOUR_MS)], NOW) - 1) * HOUR_MS
        expect(oldestFetched).toBe(newest)
      }),
    )
  })
})

describe('a series', () => {
  test('is validated as a list of candles', () => {
    expect(isSeries([candle(5), candle(4)])).toBe(true)
    const others = [null, '', {}, [null], [{ otime: 5 }], [{ otime: '5', oprice: '1' }]]
    for (const other of others) expect(isSeries(other)).toBe(false)
    expect(isSeries([candle(5), { otime: 4, oprice: '1e5' }])).toBe(false)
    expect(isSeries([{ ...candle(5), hprice: '12.5', volume: '3' }])).toBe(true)
    expect(isSeries([{ ...candle(5), hprice: 12.5 }])).toBe(false)
  })

  test('is current when its newest candle is the current hour', () => {
    const current = hourOf(NOW) / HOUR_MS
    expect(isCurrent([], NOW)).toBe(false)
    expect(isCurrent([candle(current - 1)], NOW)).toBe(false)
    expect(isCurrent([candle(current)], NOW)).toBe(true)
    expect(isCurrent([candle(current)], NOW + HOUR_MS)).toBe(false)
  })

  test('is newest first after a merge, each hour once, and capped', () => {
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

  test('takes the fetched price when both have the hour', () => {
    expect(merge([candle(5, '1')], [candle(5, '2')])).toEqual([candle(5, '2')])
  })

  test('continues only from its newest candle at the same price', () => {
    const cached = [candle(7, '70'), candle(6, '60')]
    expect(continues([], [])).toBe(true)
    expect(continues(cached, [candle(8), candle(7, '70')])).toBe(true)
    expect(continues(cached, [candle(8), candle(7, '71')])).toBe(false)
    expect(continues(cached, [candle(9)])).toBe(false)
    expect(continues(cached, [])).toBe(false)
  })
})

const series = ['9.5', '10.01', '8', '9'].map((oprice, at) => ({
  otime: (3 - at) * HOUR_MS,
  oprice,
}))

test('summarizes the first, last, lowest and highest price', () => {
  expect(summarize([])).toBeNull()
  const summary = summarize(series)
  expect(summary?.count).toBe(4)
  expect(summary?.first.oprice).toBe('9')
  expect(summary?.last.oprice).toBe('9.5')
  expect([summary?.low, summary?.high, summary?.volume]).toEqual(['8', '10.01', null])
})

const finished = (hour: number, hprice: string, lprice: string): Candle => ({
  ...candle(hour, '10'),
  hprice,
  lprice,
  cprice: '11',
  volume: '2.5',
})

test('summarizes highs, lows and volume of finished hours', () => {
  const summary = summarize([candle(9, '10'), finished(8, '12', '9'), finished(7, '13.5', '8')])
  expect([summary?.low, summary?.high, summary?.volume]).toEqual(['8', '13.5', 5])
  expect(summarize([candle(9), candle(8), finished(7, '12', '9')])?.volume).toBeNull()
})

test('lists the days, newest first', () => {
  const start = Date.UTC(2026, 6, 19, 7)
  const full = Array.from({ length: CANDLES_MAX }, (_, at) => {
    const hour = (start - at * HOUR_MS) / HOUR_MS
    return at === 0 ? candle(hour, '10') : finished(hour, `${12 + (hour % 24)}`, '9')
  })
  const days = daysOf(full)
  expect(days).toHaveLength(125)
  expect(days[0]).toEqual({
    otime: Date.UTC(2026, 6, 19),
    open: '10',
    high: '18',
    low: '9',
    close: null,
    volume: 17.5,
  })
  expect(days[1]).toMatchObject({ high: '35', low: '9', close: '11', volume: 60 })
  expect(days.every(({ otime }) => new Date(otime).getUTCHours() === 0)).toBe(true)
})

test('requests hours again whose high and low were late', () => {
  const current = hourOf(NOW) / HOUR_MS
  const late = [candle(current - 1), candle(current - 2), finished(current - 3, '12', '9')]
  expect(fetchCount(late, NOW)).toBe(3)
  expect(fetchCount([candle(current - 1), finished(current - 2, '12', '9')], NOW)).toBe(2)
})
