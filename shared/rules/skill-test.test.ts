import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { DIRECTIONS } from './band.ts'
import { chancesAt, OFFER_VERSION, offerAt, returnSpread } from './offer.ts'
import {
  callCovariance,
  offerVariance,
  rotationP,
  skillLevel,
  skillScore,
  type TestedCall,
} from './skill-test.ts'
import { DAY_MS, HOUR_MS, WEEK_MS } from './time.ts'

/** A Monday 00:00 UTC. */
const MONDAY = Date.parse('2026-11-02T00:00:00Z')
const LOG_REF = Math.log(60_000)

/** A call in the round that starts at `ref`, `after` it, at its own offer. */
function callAt(ref: number, after: number, choice: TestedCall['choice'], move = 0): TestedCall {
  const span = { s60: 0.02, now: ref + after, targetDate: ref + WEEK_MS }
  const chance = chancesAt(move, returnSpread(span))[choice]
  return {
    choice,
    ...{ offer: offerAt(chance), version: OFFER_VERSION, acceptedAt: span.now, move },
    ...{ logRef: LOG_REF, targetDate: span.targetDate, s60: span.s60, outcome: 'steady' },
  }
}
const THURSDAY = MONDAY + 3 * DAY_MS
const correlation = (first: TestedCall, second: TestedCall) =>
  callCovariance(first, second) /
  Math.sqrt(offerVariance(first.offer) * offerVariance(second.offer))

test('the variance of an offer is that of its two results at its own chance', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 0.99, noNaN: true }), (chance) => {
      const { hit, miss } = offerAt(chance)
      const b = -miss / (hit - miss)
      expect(offerVariance({ hit, miss })).toBeCloseTo(b * (1 - b) * (hit - miss) ** 2, 6)
    }),
  )
  expect(offerVariance({ hit: 0, miss: -436 })).toBe(0)
})

describe('the covariance of neighboring calls at an unchanged price', () => {
  test.each([
    ['up', 'up', 0.25, 0.4],
    ['up', 'down', -0.3, -0.1],
    ['steady', 'steady', 0.2, 0.4],
    ['steady', 'up', -0.3, -0.1],
  ] as const)('at the open: %s and %s between %d and %d', (one, other, low, high) => {
    const found = correlation(callAt(MONDAY, 0, one), callAt(THURSDAY, 0, other))
    expect(found).toBeWithin(low, high)
  })

  test('vanishes towards the last minute, and without a common time', () => {
    const first = callAt(MONDAY, 0, 'up')
    const late = callAt(THURSDAY, 4 * DAY_MS - 60_000, 'up')
    expect(Math.abs(correlation(first, late))).toBeLessThan(0.03)
    expect(callCovariance(first, callAt(MONDAY + WEEK_MS, 0, 'up'))).toBe(0)
  })

  test('of a call with all three directions of another cancels, whatever the prices', () => {
    const move = fc.double({ min: -0.2, max: 0.2, noNaN: true })
    fc.assert(
      fc.property(move, fc.integer({ min: 0, max: 95 }), (price, hours) => {
        const first = callAt(MONDAY, 0, 'up')
        // Offers of equal width leave the covariance of the results.
        const offer = { hit: 50, miss: -50 }
        const sum = DIRECTIONS.reduce((total, choice) => {
          const second = { ...callAt(THURSDAY, hours * HOUR_MS, choice, price), offer }
          return total + callCovariance({ ...first, offer }, second)
        }, 0)
        expect(Math.abs(sum)).toBeLessThan(1e-6)
      }),
    )
  })

  test('agrees with simulated returns of the model', () => {
    const [first, second] = [callAt(MONDAY, 0, 'up'), callAt(THURSDAY, 0, 'up')]
    const spreads = [
      returnSpread({ s60: 0.02, now: THURSDAY, targetDate: MONDAY + WEEK_MS }),
      returnSpread({ s60: 0.02, now: MONDAY + WEEK_MS, targetDate: THURSDAY + WEEK_MS }),
    ] as const
    // A fine grid of normal-like quantiles by bisection of the model's own chances.
    const steps = 4_000
    let [both, hits, chances] = [0, 0, 0]
    for (let step = 0; step < steps; step++) {
      const goal = (step + 0.5) / steps
      let [low, high] = [-3, 3]
      for (let turn = 0; turn < 40; turn++) {
        const middle = (low + high) / 2
        // The chance to end above +5 % from a price `middle` below it is that of a return above.
        const above = chancesAt(Math.log(1.05) - middle, spreads[0]).up
        if (1 - above < goal) low = middle
        else high = middle
      }
      const chance = chancesAt(low, spreads[1]).up
      const isHit = low > Math.log(1.05) ? 1 : 0
      both += isHit * chance
      hits += isHit
      chances += chance
    }
    const width = (first.offer.hit - first.offer.miss) * (second.offer.hit - second.offer.miss)
    const expected = width * (both / steps - (hits * chances) / steps ** 2)
    expect(callCovariance(first, second) / expected).toBeWithin(0.98, 1.02)
  })
})

describe('the rotation', () => {
  const played = (choices: TestedCall['choice'][], outcomes: TestedCall['outcome'][]) =>
    choices.map((choice, index) => ({
      ...callAt(MONDAY + index * WEEK_MS, 0, choice),
      outcome: outcomes[index] ?? 'steady',
    }))

  test('of one direction is a tie, whatever it earned', () => {
    const ups = Array.from({ length: 30 }, () => 'up' as const)
    expect(rotationP(played(ups, ups), 1)).toBe(0.5)
    expect(rotationP(played(ups, []), -1)).toBe(0.5)
  })

  test('is at its least where only the own order is right, from 12 calls on below 2.3 %', () => {
    const choices = [0, 0, 2, 1, 1, 0, 2, 2, 1, 0, 1, 2].map((at) => DIRECTIONS[at] ?? 'up')
    expect(rotationP(played(choices, choices), 1)).toBe(0.5 / 24)
    expect(rotationP(played(choices, choices), -1)).toBe(1 - 0.5 / 24)
  })

  test('is uniform for directions that know nothing', () => {
    const way = fc.constantFrom(...DIRECTIONS)
    const ways = fc.array(way, { minLength: 20, maxLength: 20 })
    const values = fc.sample(fc.tuple(ways, ways), { seed: 5, numRuns: 400 })
    const ps = values.map(([choices, outcomes]) => rotationP(played(choices, outcomes), 1))
    expect(ps.reduce((sum, p) => sum + p, 0) / ps.length).toBeWithin(0.46, 0.54)
    expect(ps.filter((p) => p <= 0.1).length / ps.length).toBeWithin(0.06, 0.14)
  })

  test('without calls proves nothing', () => {
    expect(rotationP([], 1)).toBe(1)
  })
})

describe('the words', () => {
  const record = (points: number, rotation: number | null = null, calls = 25) => ({
    ...{ calls, points, rotation, variance: 250_000 },
  })
  test.each([
    [record(10_000, 0, 11), 'early'],
    [record(0, null, 12), 'luck'],
    [record(499), 'luck'],
    [record(500), 'above'],
    [record(-500), 'below'],
    [record(999, 0.001), 'above'],
    [record(1000), 'above'],
    [record(1000, 0.024), 'above'],
    [record(1000, 0.023), 'unlikely-above'],
    [record(-1000, 0.5), 'below'],
    [record(-1000, 0.01), 'unlikely-below'],
  ] as const)('%o is %s', (given, level) => {
    expect(skillLevel(given)).toBe(level)
  })

  test('a record without variance says nothing', () => {
    expect(skillScore({ points: -436, variance: 0 })).toBe(0)
  })
})
