import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time.ts'
import { fakeMarket } from '#tests/support/round-fixture.ts'
import { priceOfInstant } from './price-of-instant.ts'

const MONDAY = Date.parse('2026-11-23T00:00:00Z')

/** The price of Monday, read at `now` from an exchange with a gap of `hours` from Monday on. */
function priceOfMonday(now: number, hours = 0, reachable = true) {
  const market = fakeMarket(now)
  for (let hour = 0; hour < hours; hour++) market.opens.set(MONDAY + hour * HOUR_MS, null)
  market.reachable = reachable
  return priceOfInstant(market, MONDAY, now)
}

describe('the price of an instant', () => {
  test('is the open of the candle of that hour, with its evidence', async () => {
    expect(await priceOfMonday(MONDAY)).toEqual({
      state: 'found',
      evidence: { price: '60000.00', source: 'binance', candleAt: MONDAY, readAt: MONDAY },
    })
  })

  test('is not known before the instant', async () => {
    expect(await priceOfMonday(MONDAY - 1)).toEqual({ state: 'wait' })
  })

  test('is not known before the market has a source', async () => {
    const market = { ...fakeMarket(MONDAY), source: () => null }
    expect(await priceOfInstant(market, MONDAY, MONDAY)).toEqual({ state: 'wait' })
  })

  test('is the first open after a gap once that candle is ten minutes old', async () => {
    const next = MONDAY + HOUR_MS
    expect(await priceOfMonday(next, 1)).toEqual({ state: 'wait' })
    expect(await priceOfMonday(next + 10 * MINUTE_MS - 1, 1)).toEqual({ state: 'wait' })
    expect(await priceOfMonday(next + 10 * MINUTE_MS, 1)).toMatchObject({
      state: 'found',
      evidence: { candleAt: next, readAt: next + 10 * MINUTE_MS },
    })
  })

  test('exists after a gap of 23 hours, not of 24', async () => {
    const later = MONDAY + 2 * DAY_MS
    expect(await priceOfMonday(later, 23)).toMatchObject({
      evidence: { candleAt: MONDAY + 23 * HOUR_MS },
    })
    expect(await priceOfMonday(later, 24)).toEqual({ state: 'none' })
  })

  test('is none only once a candle after the 24 hours is known', async () => {
    expect(await priceOfMonday(MONDAY + DAY_MS, 24)).toEqual({ state: 'wait' })
    expect(await priceOfMonday(MONDAY + DAY_MS + HOUR_MS - 1, 24)).toEqual({ state: 'wait' })
    expect(await priceOfMonday(MONDAY + DAY_MS + HOUR_MS, 24)).toEqual({ state: 'none' })
  })

  test('stays unknown while the exchange is unreachable', async () => {
    for (const days of [0, 1, 2, 30]) {
      expect(await priceOfMonday(MONDAY + days * DAY_MS, 0, false)).toEqual({ state: 'wait' })
    }
  })

  test('is never read before the instant or a day after it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: -3, max: 60 })),
        fc.integer({ min: -HOUR_MS, max: 3 * DAY_MS }),
        async (gaps, after) => {
          const market = fakeMarket(MONDAY + after)
          for (const gap of gaps) market.opens.set(MONDAY + gap * HOUR_MS, null)
          const finding = await priceOfInstant(market, MONDAY, MONDAY + after)
          if (finding.state === 'none') {
            for (let hour = 0; hour < 24; hour++) expect(gaps).toContain(hour)
          }
          if (finding.state !== 'found') return
          const hour = (finding.evidence.candleAt - MONDAY) / HOUR_MS
          expect(hour).toBeGreaterThanOrEqual(0)
          expect(hour).toBeLessThan(24)
          for (let before = 0; before < hour; before++) expect(gaps).toContain(before)
          expect(gaps).not.toContain(hour)
        },
      ),
    )
  })
})
