import { describe, expect, test } from 'bun:test'
import { DIRECTIONS } from '#shared/rules/band.ts'
import { chances, OFFER_VERSION, OFFER_VERSIONS, offers } from '#shared/rules/offer.ts'
import { voteValue } from '#shared/rules/offer-value.ts'
import { openVoteValue } from '#shared/rules/open-vote.ts'
import { roundAt } from '#shared/rules/schedule.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'
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
  openingFavorite: 'steady',
  settledAt: null,
  receipts: null,
  logIndex: null,
}

/** Offer pricing at `after` the opening with a price of age `age` (ms), at 2 % volatility per day. */
function pricing({ after = 0, age = 0, price = '60000', s60 = 0.02 as number | null } = {}) {
  const clock = testClock(OPENED + after)
  const time = clock.now() - age
  return createOfferPricing({ price: () => ({ value: price, time }), s60: () => s60 }, clock)
}

describe('offer pricing', () => {
  test('prices the three directions at the opening by the rule', () => {
    expect(pricing().quote(round)?.offers).toEqual({
      up: { hit: 226, miss: -44 },
      steady: { hit: 68, miss: -146 },
      down: { hit: 235, miss: -43 },
    })
  })

  test('counts weighted days to the target', () => {
    const late = { after: 4 * DAY_MS - HOUR_MS }
    expect(pricing(late).quote(round)?.offers).toEqual({
      up: { hit: 300, miss: -33 },
      steady: { hit: 49, miss: -206 },
      down: { hit: 316, miss: -32 },
    })
    const now = OPENED + late.after
    const { targetDate } = round
    const input = { priceNow: '63600', refPrice: '60000', s60: 0.02, now, targetDate }
    const quote = pricing({ ...late, price: '63600' }).quote(round)
    expect(quote).toMatchObject({ price: '63600', offers: offers(input) })
    for (const version of OFFER_VERSIONS) {
      expect(quote?.chancesOf(version)).toEqual(chances(input, version))
    }
  })

  test('values an open call as clients do from price, volatility and time', () => {
    const [offer, offerVersion, carried] = [{ hit: 226, miss: -44 }, OFFER_VERSION, 7]
    for (const price of ['57000.01', '60000', '63100.5', '66000']) {
      for (const after of [0, HOUR_MS, 5 * DAY_MS, 7 * DAY_MS - 1]) {
        const present = pricing({ after, price }).quote(round)?.chancesOf(offerVersion)
        const market = { priceNow: price, refPrice: '60000', s60: 0.02, now: OPENED + after }
        for (const choice of DIRECTIONS) {
          const call = { choice, offer, offerVersion, carried }
          const value = openVoteValue(call, { ...market, targetDate: round.targetDate })
          expect(value).toBe(carried + (present ? voteValue(call, present) : Number.NaN))
        }
      }
    }
  })

  test('has no offers from the target on', () => {
    expect(pricing({ after: 7 * DAY_MS - 1 }).quote(round)).not.toBeNull()
    expect(pricing({ after: 7 * DAY_MS }).quote(round)).toBeNull()
  })

  test('has no offers from a price that is not live', () => {
    expect(pricing({ age: 9_999 }).quote(round)).not.toBeNull()
    expect(pricing({ age: 10_000 }).quote(round)).toBeNull()
  })

  test('has no offers without price, volatility or reference', () => {
    const clock = testClock(OPENED)
    const silent = createOfferPricing({ price: () => null, s60: () => 0.02 }, clock)
    expect(silent.quote(round)).toBeNull()
    expect(pricing({ s60: null }).quote(round)).toBeNull()
    expect(pricing().quote({ ...round, reference: null })).toBeNull()
  })
})
