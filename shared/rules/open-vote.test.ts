import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { DIRECTIONS, outcome } from './band.ts'
import {
  chances,
  OFFER_VERSION,
  OFFER_VERSIONS,
  type OfferInput,
  offerAt,
  UNPRICED,
} from './offer.ts'
import { changeDirection, type PricedVote, quoteOf, settledPoints } from './offer-value.ts'
import { openVoteValue, votePoints } from './open-vote.ts'
import { DAY_MS, WEEK_MS } from './time.ts'

const TARGET = Date.parse('2026-11-26T00:00:00Z')
const marketAt = (price: number, tauDays: number, s60 = 0.02): OfferInput => ({
  priceNow: String(price),
  refPrice: '60000',
  s60,
  now: TARGET - tauDays * DAY_MS,
  targetDate: TARGET,
})
const vote = fc.record({
  choice: fc.constantFrom(...DIRECTIONS),
  offer: fc.double({ min: 0.01, max: 0.99, noNaN: true }).map((b) => offerAt(b)),
  offerVersion: fc.constantFrom(...OFFER_VERSIONS),
  carried: fc.integer({ min: -300, max: 300 }),
})
const market = fc
  .tuple(
    fc.integer({ min: 40_000, max: 80_000 }),
    fc.double({ min: 0.001, max: 7, noNaN: true }),
    fc.double({ min: 0.001, max: 0.2, noNaN: true }),
  )
  .map((args) => marketAt(...args))
const up: PricedVote = {
  choice: 'up',
  offer: { hit: 226, miss: -44 },
  offerVersion: OFFER_VERSION,
  carried: 0,
}

test('a call is worth 0 when it is accepted, and gains as the price moves its way', () => {
  expect(openVoteValue(up, marketAt(60_000, 7))).toBe(0)
  expect(openVoteValue(up, marketAt(62_500, 6))).toBe(71)
  expect(openVoteValue({ ...up, carried: -12 }, marketAt(62_500, 6))).toBe(59)
})

test('equals the value at which a change of direction closes the call', () => {
  fc.assert(
    fc.property(vote, market, (own, now) => {
      const closed = changeDirection(own, 'unknown', quoteOf(now))
      expect(openVoteValue(own, now)).toBe(closed.carried)
    }),
  )
})

test('follows the chances of its own version', () => {
  // A Sunday and three weekdays are left, which weigh 4.33 days.
  const late = marketAt(61_500, 4)
  const worthOf = (offerVersion: number) => openVoteValue({ ...up, offerVersion }, late)
  expect([worthOf(1), worthOf(2), worthOf(3)]).toEqual([25, 25, 27])
})

test('stays between the points if wrong and if right', () => {
  fc.assert(
    fc.property(vote, market, (own, now) => {
      const { hit, miss } = votePoints(own)
      const value = openVoteValue(own, now) ?? Number.NaN
      expect(value).toBeGreaterThanOrEqual(miss)
      expect(value).toBeLessThanOrEqual(hit)
    }),
  )
})

test('is the settled points at the target and after it', () => {
  fc.assert(
    fc.property(vote, market, fc.constantFrom(0, 1, WEEK_MS), (own, { priceNow }, after) => {
      const then = { ...marketAt(Number(priceNow), 0), now: TARGET + after }
      expect(openVoteValue(own, then)).toBe(settledPoints(own, outcome(priceNow, '60000')))
    }),
  )
})

test('is a martingale: over the chances of the outcome its mean is the value now', () => {
  fc.assert(
    fc.property(vote, market, (own, now) => {
      const present = chances(now, own.offerVersion)
      const mean = DIRECTIONS.reduce(
        (sum, direction) => sum + present[direction] * settledPoints(own, direction),
        0,
      )
      expect(Math.abs((openVoteValue(own, now) ?? Number.NaN) - mean)).toBeLessThanOrEqual(0.51)
    }),
  )
})

test('does not exist without a direction or without an offer', () => {
  const now = marketAt(60_000, 3)
  expect(openVoteValue({ ...up, choice: 'unknown', offer: UNPRICED }, now)).toBeNull()
  expect(openVoteValue({ ...up, offer: UNPRICED }, now)).toBeNull()
})
