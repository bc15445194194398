import { describe, expect, test } from 'bun:test'
import { HOUR_MS } from '#shared/rules/time.ts'
import { createCandleFilter, createPriceFilter } from './outlier-filter.ts'

describe('the price filter', () => {
  test('accepts a change of 20 % and withholds more until a later price agrees', () => {
    const filter = createPriceFilter('100000')
    expect(filter.accepts('120000', 1)).toBe(true)
    expect(filter.accepts('95000', 2)).toBe(false)
    expect(filter.accepts('95000', 2)).toBe(false)
    expect(filter.accepts('70000', 3)).toBe(false)
    expect(filter.accepts('71000', 4)).toBe(true)
    expect(filter.accepts('70500', 5)).toBe(true)
  })

  test('accepts the first price without a reference', () => {
    expect(createPriceFilter(null).accepts('5000', 1)).toBe(true)
  })
})

describe('the candle filter', () => {
  const candle = (hour: number, open: string) => ({ otime: hour * HOUR_MS, open })
  const none = () => null

  test('withholds an outlier until a second reading has the same value', () => {
    const filter = createCandleFilter()
    const [before, one, outlier, next] = [
      candle(0, '60000'),
      candle(1, '60000'),
      candle(2, '90000'),
      candle(3, '60100'),
    ]
    expect(filter.split([one, outlier, next], () => before)).toEqual({
      accepted: [one, next],
      withheld: [outlier],
    })
    expect(filter.split([one, outlier], () => before).accepted).toEqual([one, outlier])
  })

  test('compares the first candle with the known one before it, else with the next', () => {
    const [first, second] = [candle(5, '90000'), candle(6, '60000')]
    expect(createCandleFilter().split([first], () => candle(4, '60000')).withheld).toEqual([first])
    expect(createCandleFilter().split([first, second], none).withheld).toEqual([first])
    expect(createCandleFilter().split([first], none).accepted).toEqual([first])
  })

  test('does not compare candles more than a day apart', () => {
    const candles = [candle(1, '60000'), candle(30, '90000')]
    expect(createCandleFilter().split(candles, none).accepted).toEqual(candles)
  })
})
