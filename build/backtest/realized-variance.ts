import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'
import type { HourlyOpen } from './past-rounds.ts'

const HOURS_PER_DAY = 24

/** Squared log returns of a file of hourly opens, oldest first. A return over a gap is one return. */
export interface SquaredReturns {
  /** Time of an hour by its place, epoch milliseconds. */
  timeAt(place: number): number
  /** The newest hour at an instant (epoch ms); −1 before the first. */
  placeAt(instant: number): number
  /** Sum of the returns after place `from` up to place `to`. */
  sum(from: number, to: number): number
  /** Variance per day by exponential weights at each place. Half-life in days. */
  weighted(halfLife: number): number[]
}

export function squaredReturns(opens: readonly HourlyOpen[]): SquaredReturns {
  const times = opens.map(({ otime }) => otime)
  const places = new Map(times.map((time, place) => [time, place]))
  const squares = opens.map(({ open }, place) => {
    const before = opens[place - 1]
    return before ? Math.log(Number(open) / Number(before.open)) ** 2 : 0
  })
  const sums: number[] = []
  for (const square of squares) sums.push((sums.at(-1) ?? 0) + square)

  return {
    timeAt: (place) => times[place] ?? Number.NaN,
    placeAt(instant) {
      const first = times[0] ?? Number.POSITIVE_INFINITY
      for (let hour = Math.floor(instant / HOUR_MS) * HOUR_MS; hour >= first; hour -= HOUR_MS) {
        const place = places.get(hour)
        if (place !== undefined) return place
      }
      return -1
    },
    sum: (from, to) => (sums[to] ?? Number.NaN) - (sums[from] ?? Number.NaN),
    weighted(halfLife) {
      const decay = 0.5 ** (HOUR_MS / DAY_MS / halfLife)
      // The mean of the first month starts the recursion.
      const month = 30 * HOURS_PER_DAY
      let mean = (sums[Math.min(month, sums.length - 1)] ?? 0) / month
      return squares.map((square, place) => {
        if (place > 0) mean = decay * mean + (1 - decay) * square
        return HOURS_PER_DAY * mean
      })
    },
  }
}
