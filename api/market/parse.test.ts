import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { HOUR_MS } from '#shared/rules/time.ts'
import { parseCandle, parseInstant, parsePrice } from './parse.ts'

describe('parsing exchange values', () => {
  test('normalizes prices from 100 to 10 million', () => {
    expect(parsePrice('84000.01000000')).toBe('84000.01')
    expect(parsePrice('84000')).toBe('84000.00')
    expect(parsePrice('0.00100000')).toBeNull()
    expect(parsePrice('99.99')).toBeNull()
    expect(parsePrice('10000000.01')).toBeNull()
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
      expect(parsePrice(bad)).toBeNull()
    }
  })

  test('returns plain decimals of equal value or null for any input', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const price = parsePrice(value)
        if (price === null) return
        expect(price).toMatch(/^\d+\.\d{2,12}$/)
        expect(Number(price)).toBe(Number(value))
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 10_000, max: 999_999_999 }), (cents) => {
        expect(parsePrice((cents / 100).toFixed(8))).toBe((cents / 100).toFixed(2))
      }),
    )
  })

  test('parses instants from positive integers and digit strings', () => {
    expect(parseInstant(1_763_700_000_000)).toBe(1_763_700_000_000)
    expect(parseInstant('1763700000000')).toBe(1_763_700_000_000)
    for (const bad of [0, -1, 1.5, Number.NaN, '', 'abc', '1e12', null, 2 ** 53]) {
      expect(parseInstant(bad)).toBeNull()
    }
  })

  test('parses candles on the hour with volume, and rejects future ones', () => {
    const hour = 490_000 * HOUR_MS
    const row = [hour, '84000.01', '1', '1', '1', '2.5']
    expect(parseCandle(row, hour)).toEqual({ otime: hour, open: '84000.01' })
    expect(parseCandle([hour + 1, ...row.slice(1)], hour)).toBeNull()
    expect(parseCandle(row, hour - HOUR_MS)).toBeNull()
    expect(parseCandle([...row.slice(0, 5), '0.000'], hour)).toBeNull()
    expect(parseCandle([...row.slice(0, 5), '0.000'], hour + HOUR_MS)).not.toBeNull()
    expect(parseCandle({ 0: hour, 1: '84000.01' }, hour)).toBeNull()
  })
})
