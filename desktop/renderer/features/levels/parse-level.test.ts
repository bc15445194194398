import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { Price } from '#shared/contract/common.ts'
import { isLevelPrice } from '#shared/rules/price-level.ts'
import { parseLevel } from './parse-level.ts'

describe('price level', () => {
  test.each([
    ['65000', '65000'],
    [' 65000.50 ', '65000.50'],
    ['65,000.5', '65000.5'],
    ['1,065,000', '1065000'],
    ['0065000', '65000'],
    ['0.01', '0.01'],
  ])('parses %p as %p', (typed, price) => {
    expect(parseLevel(typed)).toEqual({ ok: true, price })
  })

  test.each(['', '   '])('parses %p as no level', (typed) => {
    expect(parseLevel(typed)).toEqual({ ok: true, price: null })
  })

  test.each([
    '0',
    '0.00',
    '-1',
    '+1',
    '1e5',
    '65.000,50',
    '6,50',
    '65000.',
    './.5',
    'NaN',
    '123456789',
    '65000.125',
    '65 000',
    '٦٥',
  ])('rejects %p', (typed) => {
    expect(parseLevel(typed)).toEqual({ ok: false })
  })

  test('accepts only what an account accepts as a level', () => {
    const typed = fc.oneof(fc.string(), fc.stringMatching(/^[\d.,]{1,30}$/))
    fc.assert(
      fc.property(typed, (text) => {
        const level = parseLevel(text)
        if (!level.ok || level.price === null) return
        expect(level.price).toMatch(new RegExp(Price.pattern ?? 'no pattern'))
        expect(isLevelPrice(level.price)).toBe(true)
      }),
    )
  })
})
