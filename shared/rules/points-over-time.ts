/** Points of settled votes, and the variance that they would have without skill. */
export interface SettledPoints {
  points: number
  variance: number
}

/** Half the width of the band in standard deviations. */
const LUCK_DEVIATIONS = 2

interface PointsOverTimePaths {
  /** SVG path of the cumulative points. */
  line: string
  /** SVG path of the area of luck, two standard deviations. */
  band: string
}

const rounded = (value: number) => Math.round(value * 100) / 100

/**
 * Cumulative points from vote to vote, in a box of 100 × 100 with zero points in its middle, and the area
 * in which 19 of 20 records without skill are at each point. `before` are the sums that precede `votes`.
 */
export function pointsOverTimePaths(
  votes: readonly SettledPoints[],
  before: SettledPoints,
): PointsOverTimePaths {
  const sums = [before]
  for (const { points, variance } of votes) {
    const last = sums.at(-1) ?? before
    sums.push({ points: last.points + points, variance: last.variance + variance })
  }
  const luck = sums.map(({ variance }) => LUCK_DEVIATIONS * Math.sqrt(Math.max(0, variance)))
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
