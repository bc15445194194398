import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { freshnessOf } from '#shared/rules/freshness.ts'
import { candlePages } from './candle-pages.ts'
import { jumpGuard } from './jump-guard.ts'
import { retryAfter } from './rest.ts'
import { HOUR } from './types.ts'
import { asCandle, asInstant, asPrice } from './values.ts'

describe('values from outside', () => {
  test('a price is a decimal string from 100 to 10 million, in one spelling', () => {
    expect(asPrice('84000.01000000')).toBe('84000.01')
    expect(asPrice('84000')).toBe('84000.00')
    expect(asPrice('0.00100000')).toBeNull()
    expect(asPrice('99.99')).toBeNull()
    expect(asPrice('10000000.01')).toBeNull()
    for (const bad of [
      '',
      ' 1000',
      '1e5',
      '+1000',
      '-1000',
      '1000.',
      '01000',
      '1,000',
      1000,
      NaN,
    ]) {
      expect(asPrice(bad)).toBeNull()
    }
  })

  test('whatever comes in, only plain decimals come out, with the same value', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const price = asPrice(value)
        if (price === null) return
        expect(price).toMatch(/^\d+\.\d{2,12}$/)
        expect(Number(price)).toBe(Number(value))
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 10_000, max: 999_999_999 }), (cents) => {
        expect(asPrice((cents / 100).toFixed(8))).toBe((cents / 100).toFixed(2))
      }),
    )
  })

  test('an instant is a positive whole number or its digits', () => {
    expect(asInstant(1_763_700_000_000)).toBe(1_763_700_000_000)
    expect(asInstant('1763700000000')).toBe(1_763_700_000_000)
    for (const bad of [0, -1, 1.5, Number.NaN, '', 'abc', '1e12', null, 2 ** 53]) {
      expect(asInstant(bad)).toBeNull()
    }
  })

  test('a candle is on the hour, not of the future, and has traded', () => {
    const hour = 490_000 * HOUR
    const row = [hour, '84000.01', '1', '1', '1', '2.5']
    expect(asCandle(row, 5, hour)).toEqual({ otime: hour, open: '84000.01' })
    expect(asCandle([hour + 1, ...row.slice(1)], 5, hour)).toBeNull()
    expect(asCandle(row, 5, hour - HOUR)).toBeNull()
    expect(asCandle([...row.slice(0, 5), '0.000'], 5, hour)).toBeNull()
    expect(asCandle([...row.slice(0, 5), '0.000'], 5, hour + HOUR)).not.toBeNull()
    expect(asCandle({ 0: hour, 1: '84000.01' }, 5, hour)).toBeNull()
  })
})

test('pages keep to their window, whatever the exchange sends', async () => {
  const hour = 490_000 * HOUR
  const rows = [-1, 0, 1, 1, 2, 3].map((at) => [hour + at * HOUR, '84000.01', '', '', '', '1'])
  const windows: number[][] = []
  const reply = await candlePages({ from: hour, limit: 3 }, 2, 5, hour + 9 * HOUR, async (...w) => {
    windows.push(w.map((at) => (at - hour) / HOUR))
    return rows
  })
  expect(windows).toEqual([
    [0, 2],
    [2, 3],
  ])
  expect(reply.candles.map(({ otime }) => (otime - hour) / HOUR)).toEqual([0, 1, 2])
  expect(reply.rejected).toBe(3 + 5)
})

describe('judgements', () => {
  test('freshness turns at 10 and 60 seconds', () => {
    expect([0, 9999, 10_000, 59_999, 60_000].map(freshnessOf)).toEqual([
      'live',
      'live',
      'delayed',
      'delayed',
      'stale',
    ])
  })

  test('20 % is believed, more is not, until a later price agrees', () => {
    const guard = jumpGuard('100000')
    expect(guard.believes('120000', 1)).toBe(true)
    expect(guard.believes('95000', 2)).toBe(false)
    expect(guard.believes('95000', 2)).toBe(false)
    expect(guard.believes('70000', 3)).toBe(false)
    expect(guard.believes('71000', 4)).toBe(true)
    expect(guard.believes('70500', 5)).toBe(true)
    expect(jumpGuard(null).believes('5000', 1)).toBe(true)
  })

  test('Retry-After is read as seconds or a date, within bounds', () => {
    const now = Date.UTC(2026, 10, 21)
    expect(retryAfter('30', now)).toBe(30_000)
    expect(retryAfter('Sat, 21 Nov 2026 00:01:00 GMT', now)).toBe(60_000)
    expect(retryAfter('0', now)).toBe(1000)
    expect(retryAfter('999999999', now)).toBe(3 * 24 * HOUR)
    expect(retryAfter('soon', now)).toBeNull()
    expect(retryAfter(null, now)).toBeNull()
  })
})
