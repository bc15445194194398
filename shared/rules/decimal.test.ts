import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { bandPrices } from './band.ts'
import { compareDecimals, formatDecimal, isPrice, multiplyDecimals } from './decimal.ts'

test('accepts plain decimals above zero as prices', () => {
  for (const good of ['1', '0.00000001', '58950.01', '58950.010', '999999999999999']) {
    expect(isPrice(good)).toBe(true)
  }
  const bad = ['', '0', '0.00', '-1', '+1', '1e5', '.5', '1.', '01', 'NaN', 'Infinity', ' 1', '1,5']
  for (const text of [...bad, '1'.repeat(16), '0x10', '１']) expect(isPrice(text)).toBe(false)
})

test('compares values independently of their notation', () => {
  expect(compareDecimals('1.0', '1')).toBe(0)
  expect(compareDecimals('0.3', '0.30000000000000001')).toBe(-1)
  expect(compareDecimals('10', '9.999')).toBe(1)
  expect(() => compareDecimals('x', '1')).toThrow(RangeError)
})

test('multiplies exactly', () => {
  expect(multiplyDecimals('0.1', '0.2')).toBe('0.02')
  expect(multiplyDecimals('58950.01', '1.05')).toBe('61897.5105')
  expect(multiplyDecimals('100', '1')).toBe('100')
  expect(multiplyDecimals('5', '0.2')).toBe('1')
  expect(multiplyDecimals('0', '0.5')).toBe('0')
})

test('computes the band edges exactly', () => {
  expect(bandPrices('100')).toEqual({ up: '105', down: '95' })
  expect(bandPrices('60000.01')).toEqual({ up: '63000.0105', down: '57000.0095' })
})

test('rounds half up and pads', () => {
  expect(formatDecimal('1.005', 2)).toBe('1.01')
  expect(formatDecimal('1.0049', 2)).toBe('1.00')
  expect(formatDecimal('58950.5', 0)).toBe('58951')
  expect(formatDecimal('0.999', 2)).toBe('1.00')
  expect(formatDecimal('7', 2)).toBe('7.00')
})

test('agrees with integer arithmetic', () => {
  const cents = fc.integer({ min: 0, max: 10 ** 9 })
  const text = (value: number) =>
    `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`
  fc.assert(
    fc.property(cents, cents, (a, b) => {
      expect(compareDecimals(text(a), text(b))).toEqual(a === b ? 0 : a < b ? -1 : 1)
      const product = BigInt(a) * BigInt(b)
      expect(formatDecimal(multiplyDecimals(text(a), text(b)), 4).replace('.', '')).toBe(
        String(product).padStart(5, '0'),
      )
    }),
  )
})
