import type { Offer } from './offer.ts'
import { impliedChance } from './offer-value.ts'

/** 97.5 % quantile of the normal distribution, for intervals of 95 %. */
const Z95 = 1.959963984540054
/**
 * Standard deviation of the points of a call without skill: 100 by the offers, 130 with the correlation of
 * neighboring rounds (totals of 26 rounds spread 0.9 to 1.5 times √26 on 2021–2026 data).
 */
const POINTS_PER_ROOT_CALL = 130
/** Fewer calls say nothing about skill. */
export const SKILL_MIN_CALLS = 12
/** Half the width of the band of luck around zero, per square root of calls: two deviations. */
export const LUCK_BAND = 2 * POINTS_PER_ROOT_CALL

/** Result of the skill test, from too few calls to a total that luck alone hardly explains. */
export type SkillLevel = 'early' | 'luck' | 'above' | 'below' | 'unlikely-above' | 'unlikely-below'

/**
 * Wilson score interval of 95 % for the share of right calls (E. B. Wilson, JASA 22, 1927); 0 to 1 without
 * calls.
 */
export function wilsonInterval(right: number, n: number): { low: number; high: number } {
  if (n <= 0) return { low: 0, high: 1 }
  const share = right / n
  const square = Z95 ** 2
  const center = share + square / (2 * n)
  const spread = Z95 * Math.sqrt((share * (1 - share) + square / (4 * n)) / n)
  const scale = 1 + square / n
  return {
    low: Math.max(0, (center - spread) / scale),
    high: Math.min(1, (center + spread) / scale),
  }
}

/** z of a total of points over `n` calls: `P / (130·√n)`; 0 without calls. */
export function skillScore(points: number, n: number): number {
  return n <= 0 ? 0 : points / (POINTS_PER_ROOT_CALL * Math.sqrt(n))
}

/** The words of a track record: early below 12 calls, luck below |z| = 1, unlikely to be luck from 2. */
export function skillLevel(points: number, n: number): SkillLevel {
  if (n < SKILL_MIN_CALLS) return 'early'
  const z = skillScore(points, n)
  if (Math.abs(z) < 1) return 'luck'
  const side = z > 0 ? 'above' : 'below'
  return Math.abs(z) < 2 ? side : `unlikely-${side}`
}

/**
 * Cumulative distribution function of the standard normal distribution. Rational approximation of erfc
 * with a relative error below 1.2e-7 everywhere (Press et al., Numerical Recipes, section 6.2).
 */
export function normalCdf(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + x / 2)
  const polynomial = ERFC.reduceRight((sum, coefficient) => coefficient + t * sum, 0)
  const tail = (t * Math.exp(-x * x + polynomial)) / 2
  return z > 0 ? 1 - tail : tail
}

const ERFC = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
  -0.82215223, 0.17087277,
]

/** People out of `members` who reach `z` or more by luck alone: `N·(1 − Φ(z))`. */
export function expectedByLuck(members: number, z: number): number {
  return members * normalCdf(-z)
}

/** The chance that an offer implies in parts per million, as it is summed; null when unpriced. */
export function impliedPpm(offer: Offer): number | null {
  const chance = impliedChance(offer)
  return chance === null ? null : Math.round((1e6 * -offer.miss) / (offer.hit - offer.miss))
}
