import { describe, expect, test } from 'bun:test'
import { s60FromOpens } from '#shared/rules/offer.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { simulatedMarket } from './simulated.ts'
import { hourOf, SECOND } from './types.ts'

const NOW = Date.UTC(2026, 10, 21, 2, 30)
/** Of the hour of `NOW` with the product's seed. */
const BAR = { high: '95923.78', low: '95390.10', close: '95618.38', volume: '118.27065' }

describe('the simulated market', () => {
  test('is deterministic', () => {
    const one = simulatedMarket(1)
    const whole = one.candles(NOW - 3000 * HOUR_MS, NOW)
    expect(whole).toHaveLength(3000)
    const two = simulatedMarket(1)
    expect(two.tickAt(NOW)).toEqual(one.tickAt(NOW))
    expect(two.candles(NOW - 10 * HOUR_MS, NOW)).toEqual(whole.slice(-10))
    expect(simulatedMarket(2).candles(NOW - 10 * HOUR_MS, NOW)).not.toEqual(whole.slice(-10))
  })

  test('never changes its formula, because stored prices depend on it', () => {
    const market = simulatedMarket(21_000_000)
    expect(market.candles(hourOf(NOW), NOW)).toEqual([
      {
        otime: hourOf(NOW),
        open: '95739.99',
        bar: BAR,
      },
    ])
    expect(market.tickAt(NOW)?.price).toBe('95847.00')
  })

  test('opens each hour at its candle and moves without jumps', () => {
    const market = simulatedMarket(1)
    const hour = hourOf(NOW)
    expect(market.tickAt(hour)?.price).toBe(market.candles(hour, hour + 1)[0]?.open ?? '')
    for (let second = 1; second < 7200; second++) {
      const before = Number(market.tickAt(hour + (second - 1) * SECOND)?.price)
      const after = Number(market.tickAt(hour + second * SECOND)?.price)
      expect(Math.abs(after / before - 1)).toBeLessThan(0.004)
    }
  })

  test('stays between 20 000 and 400 000 for forty years, at about 2 % a day', () => {
    for (const seed of [1, 2]) {
      const market = simulatedMarket(seed)
      const opens = market
        .candles(NOW, NOW + 40 * 365 * 24 * HOUR_MS)
        .map(({ open }) => Number(open))
      expect(opens.every((open) => open >= 20_000)).toBe(true)
      expect(opens.every((open) => open <= 400_000)).toBe(true)
      const s60s = Array.from({ length: 40 }, (_, i) => s60FromOpens(opens.slice(i * 8000)))
      const mean = s60s.reduce((sum, value) => sum + value, 0) / s60s.length
      expect(mean).toBeGreaterThan(0.017)
      expect(mean).toBeLessThan(0.023)
    }
  })

  test('has no prices before its epoch', () => {
    const market = simulatedMarket(1)
    expect(market.tickAt(Date.UTC(2023, 0, 1))).toBeNull()
    expect(market.candles(Date.UTC(2023, 0, 1), Date.UTC(2023, 0, 2))).toEqual([])
  })
})
