import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { DIRECTIONS, type Direction, type VoteChoice } from './band.ts'
import { OFFER_VERSIONS, type Offer, offerAt } from './offer.ts'
import { changeDirection, quoteOf } from './offer-value.ts'
import { type DayMark, openWorth, type StoredVote } from './open-worth.ts'
import { DAY_MS, dayStart, HOUR_MS, MINUTE_MS } from './time.ts'

const MIDNIGHT = Date.parse('2026-11-21T00:00:00Z')
const TARGET = Date.parse('2026-11-26T00:00:00Z')
const REFERENCE = '60000'
const mark: DayMark = { time: MIDNIGHT, price: '61000', s60: 0.025 }
const iso = (instant: number) => new Date(instant).toISOString()

const up: StoredVote = {
  voteChoice: 'up',
  offer: { hit: 226, miss: -44 },
  offerVersion: 3,
  carried: 0,
  targetTime: iso(TARGET),
  refPrice: REFERENCE,
  created: iso(MIDNIGHT - HOUR_MS),
}
const moment = { price: '62000', s60: 0.026, now: MIDNIGHT + 6 * HOUR_MS }

/** Student's t with 4 degrees of freedom by Simpson's rule over its density, 3/8 · (1 + t²/4)^(−5/2). */
function distribution(t: number): number {
  const steps = 2000
  const width = t / steps
  let sum = 0
  for (let i = 0; i <= steps; i++) {
    const weight = i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2
    sum += weight * 0.375 * (1 + (i * width) ** 2 / 4) ** -2.5
  }
  return 0.5 + (sum * width) / 3
}

/** Shares of variance of the days since a Sunday, as published on the page of the rules. */
const DAYS = [0.68, 1.25, 1.12, 1.28, 1.04, 1.11, 0.52]

/** Variance days between two instants, minute by minute. */
function varianceDays(from: number, until: number, version: number): number {
  if (version < 3) return (until - from) / DAY_MS
  let sum = 0
  for (let at = from; at < until; at += MINUTE_MS) {
    const end = Math.min(until, at + MINUTE_MS)
    sum += ((DAYS[new Date(at).getUTCDay()] ?? 0) * (end - at)) / DAY_MS
  }
  return sum
}

/** Fair value of an offer, reckoned from the published model alone. */
function fairValue(
  direction: Direction,
  { hit, miss }: Offer,
  { price, s60, now, version }: { price: number; s60: number; now: number; version: number },
): number {
  const daily = Math.sqrt(0.7 * s60 ** 2 + 0.3 * 0.03 ** 2)
  const spread = daily * Math.sqrt(varianceDays(now, TARGET, version))
  const below = (edge: number) =>
    distribution((Math.log((edge * Number(REFERENCE)) / price) * Math.SQRT2) / spread)
  const [low, high] = [below(0.95), below(1.05)]
  const chance = { up: 1 - high, steady: high - low, down: low }[direction]
  return Math.round(chance * hit + (1 - chance) * miss)
}

const anyPrice = fc.integer({ min: 52_000, max: 68_000 })
const anyVolatility = fc.double({ min: 0.008, max: 0.06, noNaN: true })
const anyChoice = fc.constantFrom<VoteChoice>(...DIRECTIONS, 'unknown')

/** A vote from entry to the present: whether it was cast, and changed, before the mark or after. */
const anyHistory = fc.record({
  first: fc.constantFrom(...DIRECTIONS),
  second: fc.option(anyChoice),
  entryChance: fc.double({ min: 0.02, max: 0.98, noNaN: true }),
  version: fc.constantFrom(...OFFER_VERSIONS),
  created: fc.integer({ min: -12, max: 4 }).map((halves) => MIDNIGHT + halves * 30 * MINUTE_MS + 1),
  changedAfter: fc.integer({ min: 1, max: 59 }).map((minutes) => minutes * MINUTE_MS),
  priceAtChange: anyPrice,
})
const anyDay = fc.record({
  mark: anyPrice,
  present: anyPrice,
  markS60: anyVolatility,
  s60: anyVolatility,
})

describe('the worth of open calls', () => {
  test('equals an independent reckoning within a point a call, whatever was changed and when', () => {
    let changes = 0
    fc.assert(
      fc.property(
        fc.array(anyHistory, { minLength: 1, maxLength: 2 }),
        anyDay,
        (histories, day) => {
          const now = MIDNIGHT + 9 * HOUR_MS
          let [worthNow, worthThen] = [0, 0]
          const votes = histories.map((history): StoredVote => {
            const { first, second, version, created, changedAfter } = history
            const offer =
              version === 1 ? offerAt(history.entryChance, 1) : offerAt(history.entryChance)
            const before = { choice: first, offer, offerVersion: version, carried: 0 }
            const at = created + changedAfter
            const input = {
              priceNow: String(history.priceAtChange),
              refPrice: REFERENCE,
              s60: day.s60,
              now: at,
              targetDate: TARGET,
            }
            const isChanged = second !== null && second !== first
            const after = isChanged ? changeDirection(before, second, quoteOf(input)) : before
            const closed = isChanged
              ? fairValue(first, offer, {
                  price: history.priceAtChange,
                  s60: day.s60,
                  now: at,
                  version,
                })
              : 0
            const value = (
              vote: typeof after,
              carried: number,
              price: number,
              s60: number,
              when: number,
            ) =>
              vote.choice === 'unknown'
                ? carried
                : carried +
                  fairValue(vote.choice, vote.offer, {
                    price,
                    s60,
                    now: when,
                    version: vote.offerVersion,
                  })
            worthNow += value(after, closed, day.present, day.s60, now)
            const wasChanged = isChanged && at <= MIDNIGHT
            if (created <= MIDNIGHT) {
              worthThen += wasChanged
                ? value(after, closed, day.mark, day.markS60, MIDNIGHT)
                : value(before, 0, day.mark, day.markS60, MIDNIGHT)
            }
            const crossed = isChanged && created <= MIDNIGHT && at > MIDNIGHT
            if (crossed) changes++
            const { choice, ...rest } = after
            const { choice: earlier, ...kept } = before
            return {
              ...rest,
              voteChoice: choice,
              targetTime: iso(TARGET),
              refPrice: REFERENCE,
              created: iso(created),
              ...(crossed && {
                atMidnight: { ...kept, voteChoice: earlier, midnight: iso(MIDNIGHT) },
              }),
            }
          })
          const worth = openWorth(
            votes,
            { price: String(day.present), s60: day.s60, now },
            { time: MIDNIGHT, price: String(day.mark), s60: day.markS60 },
          )
          if (worth?.change == null) {
            expect(worthNow).toBe(0)
            return
          }
          expect(Math.abs(worth.points - worthNow)).toBeLessThanOrEqual(1)
          expect(Math.abs(worth.change - (worthNow - worthThen))).toBeLessThanOrEqual(1)
        },
      ),
      { numRuns: 500 },
    )
    expect(changes).toBeGreaterThan(5)
  })

  test('counts a call cast since the mark from nothing', () => {
    const worth = openWorth([{ ...up, created: iso(MIDNIGHT + 1) }], moment, mark)
    expect(worth?.change).toBe(worth?.points ?? Number.NaN)
    expect(openWorth([up], moment, mark)?.change).not.toBe(worth?.change)
  })

  test('has no change without the mark of this day', () => {
    const yesterday = { ...mark, time: MIDNIGHT - DAY_MS }
    expect(openWorth([up], moment, null)).toMatchObject({ change: null })
    expect(openWorth([up], moment, yesterday)).toMatchObject({ change: null })
    expect(dayStart(moment.now)).toBe(MIDNIGHT)
  })

  test('leaves out rounds after their target, and calls that earn nothing', () => {
    const unpriced = { ...up, offer: { hit: 0, miss: 0 } }
    expect(openWorth([up], { ...moment, now: TARGET }, null)).toBeNull()
    expect(openWorth([unpriced, { ...up, voteChoice: 'unknown' }], moment, mark)).toBeNull()
    expect(openWorth([{ ...unpriced, carried: -12 }], moment, mark)).toEqual({
      points: -12,
      change: 0,
    })
  })
})
