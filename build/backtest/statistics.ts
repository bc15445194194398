/** A mean with its standard error. */
export interface Estimate {
  mean: number
  error: number
  count: number
}

/** Lags of the automatic rule ⌊4·(n/100)^(2/9)⌋ (Newey and West 1994), at least the overlap of one. */
export const lagsFor = (length: number): number =>
  Math.max(1, Math.floor(4 * (length / 100) ** (2 / 9)))

/**
 * The mean of all values and its standard error by Newey and West (1987, Econometrica 55, 703–708) with
 * Bartlett weights 1 − l/(L+1). `groups` holds the values of one round each, in order of time: rounds
 * overlap, and values of one round share their outcome, so residuals are summed by round first.
 */
export function estimate(groups: readonly (readonly number[])[]): Estimate {
  const values = groups.flat()
  const count = values.length
  if (count === 0) return { mean: Number.NaN, error: Number.NaN, count }
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  const residuals = groups.map((group) => group.reduce((sum, value) => sum + value - mean, 0))
  const lags = lagsFor(residuals.length)
  let variance = 0
  for (let lag = 0; lag <= lags; lag++) {
    let product = 0
    for (let at = lag; at < residuals.length; at++) {
      product += (residuals[at] ?? 0) * (residuals[at - lag] ?? 0)
    }
    variance += (lag === 0 ? 1 : 2) * (1 - lag / (lags + 1)) * product
  }
  return { mean, error: Math.sqrt(Math.max(0, variance)) / count, count }
}
