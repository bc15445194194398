import type { Offer } from './offer.ts'
import { impliedChance } from './offer-value.ts'

/** 97.5 % quantile of the normal distribution, for intervals of 95 %. */
const Z95 = 1.959963984540054
/** Fewer calls say nothing about skill. */
export const SKILL_MIN_CALLS = 12

/**
 * Wilson score interval of 95 % for the share of right calls (E. B. Wilson, JASA 22, 1927); 0 to 1 without
 * calls. A `designEffect` above 1 stands for calls whose results correlate: they count as `calls / designEffect`.
 */
export function wilsonInterval(
  right: number,
  calls: number,
  designEffect = 1,
): { low: number; high: number } {
  if (calls <= 0) return { low: 0, high: 1 }
  const share = right / calls
  const n = calls / Math.max(1, designEffect)
  const square = Z95 ** 2
  const center = share + square / (2 * n)
  const spread = Z95 * Math.sqrt((share * (1 - share) + square / (4 * n)) / n)
  const scale = 1 + square / n
  return {
    low: Math.max(0, (center - spread) / scale),
    high: Math.min(1, (center + spread) / scale),
  }
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
