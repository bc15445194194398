import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { DIRECTIONS, VOTE_CHOICES, type VoteChoice } from './band.ts'
import { favoriteOf } from './crowd.ts'
import { type Chances, OFFER_VERSION, offerAt } from './offer.ts'
import {
  acceptedOffer,
  changeDirection,
  type PricedVote,
  type Quote,
  quoteOf,
  settledPoints,
  voteValue,
} from './offer-value.ts'
import { DAY_MS, MINUTE_MS } from './time.ts'

/** Rounding of the first offer, and per change of the carried points and the next offer. */
const roundingOf = (changes: number) => 0.5 + changes

const accept = (choice: VoteChoice, { offers: present }: Quote): PricedVote => ({
  choice,
  offer: acceptedOffer(choice, present),
  offerVersion: OFFER_VERSION,
  carried: 0,
})

/** The rule before version 2: a change forgets the closed direction. */
const forget = (_: PricedVote, choice: VoteChoice, quote: Quote) => accept(choice, quote)

/** The expected points of a vote under chances of the moment. */
const expectation = (vote: PricedVote, present: Chances) =>
  DIRECTIONS.reduce((sum, each) => sum + present[each] * settledPoints(vote, each), 0)

const presentOf = ({ chancesOf }: Quote) => chancesOf(OFFER_VERSION)

/** An instant at which the vote may change; the chances are the mean of the next ones. */
interface Moment {
  quote: Quote
  next: { weight: number; moment: Moment }[]
}

const momentAt = (present: Chances, next: Moment['next'] = []): Moment => {
  const { up, steady, down } = present
  const prices = { up: offerAt(up), steady: offerAt(steady), down: offerAt(down) }
  return { quote: { chancesOf: () => present, offers: prices }, next }
}

const last: fc.Arbitrary<Moment> = fc
  .tuple(fc.nat({ max: 1000 }), fc.nat({ max: 1000 }), fc.nat({ max: 1000 }))
  .filter(([a, b, c]) => a + b + c > 0)
  .map(([a, b, c]) => {
    const sum = a + b + c
    return momentAt({ up: a / sum, steady: b / sum, down: c / sum })
  })

/** Any martingale of chances with `depth` steps, each to one of two moments. */
const martingale = (depth: number): fc.Arbitrary<Moment> => {
  if (depth === 0) return last
  const after = martingale(depth - 1)
  return fc
    .tuple(after, after, fc.double({ min: 0.05, max: 0.95, noNaN: true }))
    .map(([one, other, weight]) => {
      const mean = (each: keyof Chances) =>
        weight * presentOf(one.quote)[each] + (1 - weight) * presentOf(other.quote)[each]
      return momentAt({ up: mean('up'), steady: mean('steady'), down: mean('down') }, [
        { weight, moment: one },
        { weight: 1 - weight, moment: other },
      ])
    })
}

/** The expected points of the best strategy of changes, by backward induction over every path. */
function best({ quote, next }: Moment, vote: PricedVote, change: typeof changeDirection): number {
  const choices = VOTE_CHOICES.map((choice) =>
    choice === vote.choice ? vote : change(vote, choice, quote),
  )
  return Math.max(
    ...choices.map((changed) =>
      next.length === 0
        ? expectation(changed, presentOf(quote))
        : next.reduce((sum, { weight, moment }) => sum + weight * best(moment, changed, change), 0),
    ),
  )
}

describe('the best sequence of changes over any martingale of chances', () => {
  const STEPS = 3
  const optimum = (start: Moment, change: typeof changeDirection) =>
    Math.max(...VOTE_CHOICES.map((choice) => best(start, accept(choice, start.quote), change)))

  test('expects no more than rounding', () => {
    fc.assert(
      fc.property(martingale(STEPS), (start) => {
        expect(optimum(start, changeDirection)).toBeLessThanOrEqual(roundingOf(STEPS + 1))
      }),
      { numRuns: 150 },
    )
  })

  test('expected far more when a change forgot the call', () => {
    const gains = fc.sample(martingale(STEPS), 50).map((start) => optimum(start, forget))
    expect(Math.max(...gains)).toBeGreaterThan(20)
  })
})

describe('changes within the hour over price paths of the model', () => {
  const MINUTES = 5
  const STEPS = 60 / MINUTES
  const S60 = 0.02
  const PATHS = 1500
  const MAX_CHANGES = 6
  const TARGET = Date.parse('2026-11-26T00:00:00Z')

  /** A strategy: the choice to hold from now on. */
  type Strategy = (vote: PricedVote, quote: Quote, step: number) => VoteChoice
  const favorite = (quote: Quote): VoteChoice => favoriteOf(presentOf(quote))
  const strategies: Record<string, Strategy> = {
    'leave while losing, return later': ({ choice, offer }, quote, step) => {
      if (choice === 'unknown') return step % 3 === 0 ? 'up' : choice
      return voteValue({ choice, offer }, presentOf(quote)) < 0 ? 'unknown' : choice
    },
    'take gains, run losses': ({ choice, offer }, quote) =>
      voteValue({ choice, offer }, presentOf(quote)) > 5 ? 'unknown' : choice,
    'follow the favorite': (_, quote) => favorite(quote),
    'alternate up and down': (_, __, step) => (step % 2 === 0 ? 'up' : 'down'),
    'take every rounding in its favor': (vote, quote) => {
      const gainOf = (choice: VoteChoice) =>
        choice === vote.choice
          ? 0
          : expectation(changeDirection(vote, choice, quote), presentOf(quote)) -
            expectation(vote, presentOf(quote))
      const found = VOTE_CHOICES.toSorted((a, b) => gainOf(b) - gainOf(a))[0] ?? vote.choice
      return gainOf(found) > 0.4 ? found : vote.choice
    },
  }

  /** Uniform numbers in (0, 1), the same in every run (Park and Miller 1988). */
  const seeded = (seed: number) => {
    let state = seed
    return () => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    }
  }
  const normal = (random: () => number) =>
    Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
  /** Student t with 4 degrees of freedom and a variance of 1. */
  const student = (random: () => number) => {
    const squares = [1, 2, 3, 4].reduce((sum) => sum + normal(random) ** 2, 0)
    return normal(random) / Math.sqrt(squares / 4) / Math.SQRT2
  }

  const quoteAt = (logMove: number, minute: number): Quote => {
    const priceNow = String(60_000 * Math.exp(logMove))
    const now = TARGET - 5 * DAY_MS + minute * MINUTE_MS
    return quoteOf({ priceNow, refPrice: '60000', s60: S60, now, targetDate: TARGET })
  }

  test.each(Object.entries(strategies))('%s: nothing above rounding', (_, strategy) => {
    const random = seeded(20_261_122)
    const perStep = Math.sqrt((0.7 * S60 ** 2 + 0.3 * 0.03 ** 2) * (MINUTES / (24 * 60)))
    const points: number[] = []
    let changes = 0
    for (let path = 0; path < PATHS; path++) {
      let move = (random() - 0.5) * 0.1
      let quote = quoteAt(move, 0)
      let vote = accept('up', quote)
      let used = 0
      for (let step = 1; step < STEPS; step++) {
        move += perStep * student(random)
        quote = quoteAt(move, step * MINUTES)
        const choice = used < MAX_CHANGES ? strategy(vote, quote, step) : vote.choice
        if (choice === vote.choice) continue
        vote = changeDirection(vote, choice, quote)
        used++
      }
      points.push(expectation(vote, presentOf(quote)))
      changes += used
    }
    const mean = points.reduce((sum, each) => sum + each, 0) / PATHS
    const variance = points.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (PATHS - 1)
    const error = Math.sqrt(variance / PATHS)
    expect(changes).toBeGreaterThan(PATHS / 5)
    expect(mean - 3 * error).toBeLessThanOrEqual(roundingOf(changes / PATHS))
  })
})
