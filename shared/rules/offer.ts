import { BAND_RATIOS, type Direction } from './band.ts'
import { DAY_MS, WEEK_MS } from './time.ts'

/**
 * Points of a hit and of a miss, fixed when the vote is accepted so that an uninformed voter has an
 * expectation of zero at any time. Source: docs/decisions/offers-version-3.md and the test vectors
 * beside this file.
 */
export interface Offer {
  /** Points of a hit, at least 0 (0 when unpriced). */
  hit: number
  /** Points of a miss, at most 0 (0 when unpriced). */
  miss: number
}
export type Offers = Record<Direction, Offer>
/** Chances of the three directions; they add up to 1. */
export type Chances = Record<Direction, number>

/** A time to the target, and the volatility of the price in it. */
export interface OfferSpan {
  /** The volatility of `s60FromOpens`, per square root of a day. */
  s60: number
  /** The instant of the offer, before the target; epoch milliseconds. */
  now: number
  /** The round's target, epoch milliseconds. */
  targetDate: number
}

export interface OfferInput extends OfferSpan {
  /** The newest known price, a decimal string. */
  priceNow: string
  /** The round's reference price, a decimal string. */
  refPrice: string
}

/** Version of the rule for new votes, stored with each vote; increases whenever a test vector changes. */
export const OFFER_VERSION = 3
/** Every version that a stored vote may have. */
export const OFFER_VERSIONS = [1, 2, OFFER_VERSION] as const
/** Offer of a vote without a live price, and of `unknown`. */
export const UNPRICED: Readonly<Offer> = { hit: 0, miss: 0 }

/** Long-run volatility per day: prior of the mixture, and the fallback without history. */
const LONG_RUN = 0.03
const HOURS_PER_DAY = 24
const MAX_RETURNS = 60 * HOURS_PER_DAY
/** Chances beyond these pay linearly: the larger side stays at MAX_POINTS. */
const MIN_CHANCE = 0.05
const MAX_CHANCE = 0.95
const MAX_POINTS = 436
const MAX_CHANCE_V1 = 0.85

/**
 * Volatility per square root of a day: √(24 × mean of squared log returns) over the newest 60 days of
 * hourly opens, newest first. Less than a day of returns gives the long-run 0.03. Throws a RangeError
 * when an open is not finite and positive.
 */
export function s60FromOpens(opens: readonly number[]): number {
  let sum = 0
  let count = 0
  for (let i = 0; i + 1 < opens.length && i < MAX_RETURNS; i++) {
    const step = Math.log((opens[i] ?? Number.NaN) / (opens[i + 1] ?? Number.NaN))
    if (!Number.isFinite(step)) throw new RangeError('opens must be finite and above zero')
    sum += step * step
    count++
  }
  return count < HOURS_PER_DAY ? LONG_RUN : Math.sqrt((HOURS_PER_DAY * sum) / count)
}

/**
 * Share of a week's variance by UTC day, in days, from Thursday on, where weeks of the epoch begin; their
 * sum is 7. Source: docs/decisions/offers-version-3.md.
 */
const DAY_WEIGHTS = [1.04, 1.11, 0.52, 0.68, 1.25, 1.12, 1.28] as const
const WEEK_WEIGHT = DAY_WEIGHTS.reduce((sum, weight) => sum + weight, 0)

/** Weighted days of the first `span` milliseconds after a Thursday 00:00 UTC; part of a day counts pro rata. */
function weightFromThursday(span: number): number {
  const weeks = Math.floor(span / WEEK_MS)
  const days = (span - weeks * WEEK_MS) / DAY_MS
  return DAY_WEIGHTS.reduce(
    (sum, weight, day) => sum + weight * Math.min(1, Math.max(0, days - day)),
    weeks * WEEK_WEIGHT,
  )
}

/** Days from `now` to `targetDate` (epoch milliseconds), each UTC day weighted by its share of variance. */
export function weightedDays(now: number, targetDate: number): number {
  const thursday = Math.floor(now / WEEK_MS) * WEEK_MS
  return weightFromThursday(targetDate - thursday) - weightFromThursday(now - thursday)
}

/** The time to the target in days of variance: plain days before version 3. */
function daysLeft({ now, targetDate }: OfferSpan, version: number): number {
  if (version === 1 || version === 2) return (targetDate - now) / DAY_MS
  if (version === 3) return weightedDays(now, targetDate)
  throw unknownVersion(version)
}

const unknownVersion = (version: number) =>
  new RangeError(`there is no version ${version} of the offer rule`)

/** Cumulative distribution function of Student's t with 4 degrees of freedom, closed form. */
function t4(t: number): number {
  const u = 1 + (t * t) / 4
  return 0.5 + (3 / 8) * (t / Math.sqrt(u)) * (1 - (t * t) / (12 * u))
}

/** Rounding errors must not leave the range of a probability. */
const toChance = (value: number) => Math.min(1, Math.max(0, value))

/**
 * Standard deviation of the log return from `now` to `targetDate` under a version of the rule. Throws a
 * RangeError for an unknown version, a target that is not after now, and a volatility that is not finite.
 */
export function returnSpread(span: OfferSpan, version: number = OFFER_VERSION): number {
  const { s60 } = span
  const spread = Math.sqrt((0.7 * s60 ** 2 + 0.3 * LONG_RUN ** 2) * daysLeft(span, version))
  if (!(spread > 0) || !Number.isFinite(spread) || s60 < 0) {
    throw new RangeError('an offer needs positive prices, volatility and time')
  }
  return spread
}

const UP_EDGE = Math.log(Number(BAND_RATIOS.up))
const DOWN_EDGE = Math.log(Number(BAND_RATIOS.down))

/**
 * The chance of each direction with a log price `x` above the reference's: Student's t with 4 degrees of
 * freedom over the log distance to the band's edges, with the standard deviation `spread`.
 */
export function chancesAt(x: number, spread: number): Chances {
  const up = toChance(1 - t4(((UP_EDGE - x) * Math.SQRT2) / spread))
  const down = toChance(t4(((DOWN_EDGE - x) * Math.SQRT2) / spread))
  return { up, steady: toChance(1 - up - down), down }
}

/** The chance of each direction under a version of the rule. Throws a RangeError like `returnSpread`, and for invalid prices. */
export function chances(input: OfferInput, version: number = OFFER_VERSION): Chances {
  const x = Math.log(Number(input.priceNow) / Number(input.refPrice))
  const spread = returnSpread(input, version)
  if (!Number.isFinite(x)) throw new RangeError('an offer needs positive prices')
  return chancesAt(x, spread)
}

function squareRootOffer(b: number): Offer {
  return {
    hit: Math.round(100 * Math.sqrt((1 - b) / b)),
    miss: -Math.round(100 * Math.sqrt(b / (1 - b))),
  }
}

/** Version 1 clipped the chance, so near-certain calls paid and long shots cost on average. */
function offerVersion1(b: number): Offer {
  return squareRootOffer(Math.min(MAX_CHANCE_V1, Math.max(MIN_CHANCE, b)))
}

/** From version 2 on the expectation is zero for every chance, up to rounding. */
function offerVersion2(b: number): Offer {
  if (b > MAX_CHANCE) return { hit: Math.round((MAX_POINTS * (1 - b)) / b), miss: -MAX_POINTS }
  if (b < MIN_CHANCE) {
    return { hit: MAX_POINTS, miss: -Math.max(1, Math.round((MAX_POINTS * b) / (1 - b))) }
  }
  return squareRootOffer(b)
}

/** The offer of a direction with chance `b`. Throws a RangeError for an unknown version. */
export function offerAt(b: number, version: number = OFFER_VERSION): Offer {
  if (version === 1) return offerVersion1(b)
  if (version === 2 || version === 3) return offerVersion2(b)
  throw unknownVersion(version)
}

/** The offers of the three directions. Throws a RangeError like `chances` and `offerAt`. */
export function offers(input: OfferInput, version: number = OFFER_VERSION): Offers {
  const { up, steady, down } = chances(input, version)
  return {
    up: offerAt(up, version),
    steady: offerAt(steady, version),
    down: offerAt(down, version),
  }
}
