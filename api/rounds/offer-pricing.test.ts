import { describe, expect, test } from 'bun:test'
import { offers } from '#shared/rules/offer.ts'
import { DAY_MS, HOUR_MS, roundAt } from '#shared/rules/schedule.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createOfferPricing } from './offer-pricing.ts'
import type { RoundRecord } from './round-record.ts'

const OPENED = Date.parse('2026-11-19T00:00:00Z')

const evidence = { price: '60000', source: 'binance', candleAt: OPENED, readAt: OPENED }
const round: RoundRecord = {
  ...roundAt(OPENED),
  id: 1,
  reference: evidence,
  outcome: null,
  pendingOutcome: null,
  settlement: null,
  settledAt: null,
}

/** Offer pricing at `after` the opening with a price of age `age` (ms), at 2 % volatility per day. */
function pricing({ after = 0, age = 0, price = '60000', s60 = 0.02 as number | null } = {}) {
  const clock = testClock(OPENED + after)
  const time = clock.now() - age
  return createOfferPricing({ price: () => ({ value: price, time }), s60: () => s60 }, clock)
}

describe('offer pricing', () => {
  test('prices the three directions at the opening by the rule', () => {
    expect(pricing().table(round)).toEqual({
      up: { hit: 226, miss: -44 },
      steady: { hit: 68, miss: -146 },
      down: { hit: 235, miss: -43 },
    })
  })

  test('counts tau in days to the target', () => {
    expect(pricing({ after: 4 * DAY_MS - HOUR_MS }).table(round)).toEqual({
      up: { hit: 331, miss: -30 },
      steady: { hit: 43, miss: -230 },
      down: { hit: 350, miss: -29 },
    })
    expect(pricing({ after: 4 * DAY_MS - HOUR_MS, price: '63600' }).table(round)).toEqual({
      up: { hit: 78, miss: -128 },
      steady: { hit: 130, miss: -77 },
      down: { hit: 436, miss: -23 },
    })
    const short = offers({ priceNow: '60000', refPrice: '60000', s60: 0.02, tauDays: 1 / 24 })
    expect(pricing({ after: 7 * DAY_MS - HOUR_MS }).table(round)).toEqual(short)
  })

  test('has no offers from the target on', () => {
    expect(pricing({ after: 7 * DAY_MS - 1 }).table(round)).not.toBeNull()
    expect(pricing({ after: 7 * DAY_MS }).table(round)).toBeNull()
  })

  test('accepts a price up to two hours old', () => {
    expect(pricing({ age: 2 * HOUR_MS }).table(round)).not.toBeNull()
    expect(pricing({ age: 2 * HOUR_MS + 1 }).table(round)).toBeNull()
    expect(pricing({ age: 2 * HOUR_MS + 1 }).offerFor(round, 'up')).toEqual({ hit: 0, miss: 0 })
  })

  test('has no offers without price, volatility or reference', () => {
    const clock = testClock(OPENED)
    expect(
      createOfferPricing({ price: () => null, s60: () => 0.02 }, clock).table(round),
    ).toBeNull()
    expect(pricing({ s60: null }).table(round)).toBeNull()
    expect(pricing().table({ ...round, reference: null })).toBeNull()
  })

  test('offers nothing for unknown', () => {
    expect(pricing().offerFor(round, 'unknown')).toEqual({ hit: 0, miss: 0 })
    expect(pricing().offerFor(round, 'steady')).toEqual({ hit: 68, miss: -146 })
  })
})
