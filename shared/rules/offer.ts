import { BAND_RATIOS, type Direction } from './band.ts'

/**
 * Points of a hit and of a miss, fixed when the vote is accepted so that an uninformed voter has an
 * expectation of zero at any time. The chance `b` of a direction comes from a Student t distribution with
 * 4 degrees of freedom over the log distance to the band's edge; a hit earns 100·√((1−b)/b), a miss
 * −100·√(b/(1−b)). Source: rule version 1 of docs/decisions and the test vectors beside this file.
 */
export interface Offer {
  /** Points of a hit, positive (0 when unpriced). */
  hit: number
  /** Points of a miss, negative (0 when unpriced). */
  miss: number
}
export type Offers = Record<Direction, Offer>

export interface OfferInput {
  /** The newest known price, a decimal string. */
  priceNow: string
  /** The round's reference price, a decimal string. */
  refPrice: string
  /** The volatility of `s60FromOpens`, per square root of a day. */
  s60: number
  /** Days from now to the target, above zero. */
  tauDays: number
}

/** Version of this rule, stored with each vote; increases whenever a test vector changes. */
export const OFFER_VERSION = 1
/** Offer of a vote without a fresh price, and of `unknown`. */
export const UNPRICED: Readonly<Offer> = { hit: 0, miss: 0 }
/** Maximum age of the newest price for a vote to be priced, in milliseconds. */
export const PRICE_MAX_AGE_MS = 7_200_000

/** Long-run volatility per day: prior of the mixture, and the fallback without history. */
const LONG_RUN = 0.03
const HOURS_PER_DAY = 24
const MAX_RETURNS = 60 * HOURS_PER_DAY
const MIN_CHANCE = 0.05
const MAX_CHANCE = 0.85

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

/** Cumulative distribution function of Student's t with 4 degrees of freedom, closed form. */
function t4(t: number): number {
  const u = 1 + (t * t) / 4
  return 0.5 + (3 / 8) * (t / Math.sqrt(u)) * (1 - (t * t) / (12 * u))
}

function offerFor(chance: number): Offer {
  const b = Math.min(MAX_CHANCE, Math.max(MIN_CHANCE, chance))
  return {
    hit: Math.round(100 * Math.sqrt((1 - b) / b)),
    miss: -Math.round(100 * Math.sqrt(b / (1 - b))),
  }
}

/** The offers of the three directions. Throws a RangeError when an input is not finite and positive. */
export function offers({ priceNow, refPrice, s60, tauDays }: OfferInput): Offers {
  const x = Math.log(Number(priceNow) / Number(refPrice))
  const sd = Math.sqrt((0.7 * s60 ** 2 + 0.3 * LONG_RUN ** 2) * tauDays)
  if (!Number.isFinite(x) || !(sd > 0) || !Number.isFinite(sd) || s60 < 0) {
    throw new RangeError('an offer needs positive prices, volatility and time')
  }
  const up = 1 - t4(((Math.log(Number(BAND_RATIOS.up)) - x) * Math.SQRT2) / sd)
  const down = t4(((Math.log(Number(BAND_RATIOS.down)) - x) * Math.SQRT2) / sd)
  return { up: offerFor(up), steady: offerFor(1 - up - down), down: offerFor(down) }
}
