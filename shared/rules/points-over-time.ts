import { LUCK_BAND } from './track-record.ts'

/** Points of a settled vote, and whether it is one of the calls that count for the skill test. */
export interface SettledPoints {
  points: number
  counts: boolean
}

interface PointsOverTimePaths {
  /** SVG path of the cumulative points. */
  line: string
  /** SVG path of the area of luck, ±260·√n. */
  band: string
}

const rounded = (value: number) => Math.round(value * 100) / 100

/**
 * Cumulative points from vote to vote, in a box of 100 × 100 with zero points in its middle, and the area
 * that 95 % of records without skill stay in. `before` are the sums that precede `votes`.
 */
export function pointsOverTimePaths(
  votes: readonly SettledPoints[],
  before: { calls: number; points: number },
): PointsOverTimePaths {
  const sums = [before]
  for (const { points, counts } of votes) {
    const last = sums.at(-1) ?? before
    sums.push({ points: last.points + points, calls: last.calls + (counts ? 1 : 0) })
  }
  const luck = sums.map(({ calls }) => LUCK_BAND * Math.sqrt(calls))
  const limit = 1.05 * Math.max(1, ...luck, ...sums.map(({ points }) => Math.abs(points)))
  const place = (points: number, index: number) =>
    `${rounded((100 * index) / Math.max(1, votes.length))} ${rounded(50 - (50 * points) / limit)}`
  const upper = luck.map((points, index) => place(points, index))
  const lower = luck.map((points, index) => place(-points, index))
  return {
    line: `M${sums.map(({ points }, index) => place(points, index)).join('L')}`,
    band: `M${[...upper, ...lower.reverse()].join('L')}Z`,
  }
}
