import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { DIRECTIONS, VOTE_CHOICES } from './band.ts'
import { chances, OFFER_VERSION, offerAt, UNPRICED } from './offer.ts'
import {
  acceptedOffer,
  changeDirection,
  fairValue,
  impliedChance,
  isPriced,
  type PricedVote,
  type Quote,
  quoteOf,
  settledPoints,
  voteValue,
} from './offer-value.ts'
import { DAY_MS, WEEK_MS } from './time.ts'

const TARGET = Date.parse('2026-11-26T00:00:00Z')
const quoteAt = (priceNow: string, left = WEEK_MS): Quote => {
  const round = { refPrice: '60000', now: TARGET - left, targetDate: TARGET }
  return quoteOf({ ...round, priceNow, s60: 0.02 })
}
const presentOf = ({ chancesOf }: Quote) => chancesOf(OFFER_VERSION)
const chance = fc.double({ min: 0, max: 1, noNaN: true })
const quote = fc
  .record({
    price: fc.integer({ min: 40_000, max: 80_000 }),
    left: fc.integer({ min: 3 * DAY_MS, max: WEEK_MS }),
  })
  .map(({ price, left }) => quoteAt(String(price), left))
const choice = fc.constantFrom(...VOTE_CHOICES)
const outcome = fc.constantFrom(...DIRECTIONS)

const accept = (chosen: PricedVote['choice'], now: Quote | null): PricedVote => ({
  choice: chosen,
  offer: acceptedOffer(chosen, now?.offers ?? null),
  offerVersion: OFFER_VERSION,
  carried: 0,
})

describe('fair value', () => {
  test('is round(b·HIT + (1−b)·MISS)', () => {
    expect(fairValue(0.5, { hit: 226, miss: -44 })).toBe(91)
    expect(fairValue(1, { hit: 226, miss: -44 })).toBe(226)
    expect(fairValue(0, { hit: 226, miss: -44 })).toBe(-44)
    expect(fairValue(0.3, UNPRICED)).toBe(0)
  })

  test('is 0 within rounding at the moment of acceptance', () => {
    fc.assert(
      fc.property(chance, (b) => {
        expect(Math.abs(fairValue(b, offerAt(b)))).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('uses the model chance under an offer of version 1, which clipped its own', () => {
    expect(fairValue(0.95, offerAt(0.95, 1))).toBe(28)
  })
})

test('an offer implies the chance at which it breaks even', () => {
  expect(impliedChance({ hit: 137, miss: -73 })).toBeCloseTo(0.348, 3)
  expect(impliedChance({ hit: 0, miss: -436 })).toBe(1)
  expect(impliedChance(UNPRICED)).toBeNull()
  fc.assert(
    fc.property(fc.double({ min: 0.05, max: 0.95, noNaN: true }), (b) => {
      expect(impliedChance(offerAt(b))).toBeCloseTo(b, 2)
    }),
  )
})

describe('a changed direction', () => {
  const open = quoteAt('60000')
  const fallen = quoteAt('58500')

  test.each([
    ['up → down after a fall', accept('up', open), 'down', -22],
    ['up → unknown after a fall', accept('up', open), 'unknown', -22],
    ['down → up after a fall', accept('down', open), 'up', 38],
    ['unknown → up', accept('unknown', open), 'up', 0],
    ['unpriced → down', accept('up', null), 'down', 0],
    ['unpriced → unknown', accept('up', null), 'unknown', 0],
  ] as const)('carries the fair value: %s', (_, vote, chosen, carried) => {
    expect(changeDirection(vote, chosen, fallen)).toEqual({
      choice: chosen,
      offer: chosen === 'unknown' ? UNPRICED : fallen.offers[chosen],
      offerVersion: OFFER_VERSION,
      carried,
    })
  })

  test('accumulates over repeated changes', () => {
    const once = changeDirection(accept('up', open), 'unknown', fallen)
    const twice = changeDirection(once, 'down', fallen)
    const thrice = changeDirection(twice, 'up', open)
    expect([once.carried, twice.carried]).toEqual([-22, -22])
    expect(thrice.carried).toBe(-22 + fairValue(presentOf(open).down, fallen.offers.down))
  })

  test('closes an offer of version 1 by its own points and prices anew by the present version', () => {
    const old: PricedVote = {
      choice: 'up',
      offer: { hit: 42, miss: -238 },
      offerVersion: 1,
      carried: 0,
    }
    expect(changeDirection(old, 'down', open)).toMatchObject({
      offerVersion: OFFER_VERSION,
      carried: fairValue(presentOf(open).up, old.offer),
    })
  })

  test.each([1, 2])(
    'closes an offer of version %d under the chances of that version',
    (version) => {
      const old: PricedVote = {
        choice: 'steady',
        offer: { hit: 68, miss: -146 },
        offerVersion: version,
        carried: 5,
      }
      const round = { refPrice: '60000', now: TARGET - 4 * DAY_MS, targetDate: TARGET }
      const market = { ...round, priceNow: '60600', s60: 0.02 }
      const [plain, weighted] = [chances(market, version), chances(market)]
      const closed = fairValue(plain.steady, old.offer)
      expect(closed).not.toBe(fairValue(weighted.steady, old.offer))
      expect(changeDirection(old, 'unknown', quoteOf(market)).carried).toBe(5 + closed)
    },
  )

  test('gives back exactly what was carried when it is undone at the same price', () => {
    fc.assert(
      fc.property(choice, choice, quote, (first, second, now) => {
        const there = changeDirection(accept(first, now), second, now)
        const back = changeDirection(there, first, now)
        expect(Math.abs(back.carried)).toBeLessThanOrEqual(2)
        expect(back.offer).toEqual(accept(first, now).offer)
      }),
    )
  })

  test('never changes the value of a vote at any price, up to rounding', () => {
    const expectation = ({ choice: own, offer, carried }: PricedVote, now: Quote) =>
      own === 'unknown'
        ? carried
        : carried + presentOf(now)[own] * offer.hit + (1 - presentOf(now)[own]) * offer.miss
    fc.assert(
      fc.property(choice, choice, quote, quote, (first, second, then, now) => {
        const vote = accept(first, then)
        const gain = expectation(changeDirection(vote, second, now), now) - expectation(vote, now)
        // 0.5 from the carried points, 0.5 from the new offer, 1 below a chance of 0.05.
        expect(gain).toBeLessThanOrEqual(1)
        expect(gain).toBeGreaterThanOrEqual(-1.5)
      }),
    )
  })
})

describe('settled points', () => {
  const vote = { offer: { hit: 62, miss: -161 }, carried: -12 } as const
  test.each([
    ['steady', 'steady', 50],
    ['steady', 'up', -173],
    ['unknown', 'up', -12],
    ['steady', 'void', 0],
    ['unknown', 'void', 0],
  ] as const)('of %s in a round that came out %s: %d', (own, result, points) => {
    expect(settledPoints({ ...vote, choice: own }, result)).toBe(points)
  })

  test('are the carried points plus those of the last call', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(choice, quote), { minLength: 1 }), outcome, (path, result) => {
        const [[first, then] = ['unknown', quoteAt('60000')] as const, ...changes] = path
        let vote = accept(first, then)
        let closed = 0
        for (const [next, now] of changes) {
          if (next === vote.choice) continue
          closed += voteValue(vote, presentOf(now))
          vote = changeDirection(vote, next, now)
        }
        const last = vote.choice === result ? vote.offer.hit : vote.offer.miss
        expect(settledPoints(vote, result)).toBe(closed + last)
      }),
    )
  })
})

test('a vote is priced when it has a direction and points', () => {
  expect(isPriced({ choice: 'up', offer: { hit: 226, miss: -44 } })).toBe(true)
  expect(isPriced({ choice: 'up', offer: { hit: 0, miss: -436 } })).toBe(true)
  expect(isPriced({ choice: 'up', offer: UNPRICED })).toBe(false)
  expect(isPriced({ choice: 'unknown', offer: UNPRICED })).toBe(false)
})
