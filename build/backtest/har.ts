import { weightedDays } from '#shared/rules/offer.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import type { SquaredReturns } from './realized-variance.ts'

/** Windows of the regressors, days: day, week and month. */
const WINDOWS = [1, 7, 30] as const
/** Days of observations before the first forecast. */
const MIN_DAYS = 120

/**
 * Heterogeneous autoregression of log realized variance (Corsi 2009, Journal of Financial Econometrics 7,
 * 174–196) by least squares over every earlier day: variance per weighted day until `horizon` milliseconds
 * ahead, on that of the last day, week and month.
 */
export function createHar(returns: SquaredReturns, firstDay: number, horizon: number) {
  const size = WINDOWS.length + 1
  const products = Array.from({ length: size }, () => new Array<number>(size + 1).fill(0))
  let day = firstDay
  let days = 0

  const regressorsAt = (instant: number): number[] => {
    const place = returns.placeAt(instant)
    const logs = WINDOWS.map((window) => {
      const from = instant - window * DAY_MS
      const variance = returns.sum(returns.placeAt(from), place)
      return Math.log(Math.max(variance, Number.MIN_VALUE) / weightedDays(from, instant))
    })
    return [1, ...logs]
  }

  const learnUntil = (now: number) => {
    for (; day + horizon <= now; day += DAY_MS) {
      const ahead = returns.sum(returns.placeAt(day), returns.placeAt(day + horizon))
      if (!(ahead > 0)) continue
      const row = [...regressorsAt(day), Math.log(ahead / weightedDays(day, day + horizon))]
      if (!row.every(Number.isFinite)) continue
      days++
      for (const [at, line] of products.entries()) {
        for (let column = 0; column <= size; column++) {
          line[column] = (line[column] ?? 0) + (row[at] ?? 0) * (row[column] ?? 0)
        }
      }
    }
  }

  return {
    /** Variance per weighted day from `now` on, from earlier days alone; null with too few of them. */
    forecast(now: number): number | null {
      learnUntil(now)
      if (days < MIN_DAYS) return null
      const weights = solve(products)
      const log = regressorsAt(now).reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)
      return Math.exp(log)
    },
  }
}

/** Solves the normal equations `[A | b]`, symmetric and positive, by Gaussian elimination. */
export function solve(equations: readonly (readonly number[])[]): number[] {
  const rows = equations.map((row) => [...row])
  const size = rows.length
  for (let pivot = 0; pivot < size; pivot++) {
    const top = rows[pivot] ?? []
    for (let below = pivot + 1; below < size; below++) {
      const row = rows[below] ?? []
      const factor = (row[pivot] ?? 0) / (top[pivot] ?? 1)
      for (let column = pivot; column <= size; column++) {
        row[column] = (row[column] ?? 0) - factor * (top[column] ?? 0)
      }
    }
  }
  const solution = new Array<number>(size).fill(0)
  for (let at = size - 1; at >= 0; at--) {
    const row = rows[at] ?? []
    const known = solution.reduce((sum, value, column) => {
      return column > at ? sum + value * (row[column] ?? 0) : sum
    }, 0)
    solution[at] = ((row[size] ?? 0) - known) / (row[at] ?? 1)
  }
  return solution
}
