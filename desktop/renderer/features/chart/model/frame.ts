import type { Drawing } from './drawing.ts'
import type { Point } from './point.ts'

/** What the axes span: epoch ms and USDT. */
export interface Reach {
  xMin: number
  xMax: number
  yMin: number
  yMax: number
}

/** Where the plot lies in its box (CSS pixels) and what it spans. Both axes are linear. */
export interface Frame extends Reach {
  left: number
  right: number
  top: number
  bottom: number
  /** Width of the whole box. */
  width: number
}

export const pixelOfX = ({ left, right, xMin, xMax }: Frame, x: number): number =>
  left + ((x - xMin) / (xMax - xMin)) * (right - left)

export const pixelOfY = ({ top, bottom, yMin, yMax }: Frame, y: number): number =>
  bottom - ((y - yMin) / (yMax - yMin)) * (bottom - top)

export const xOfPixel = ({ left, right, xMin, xMax }: Frame, pixel: number): number =>
  xMin + ((pixel - left) / (right - left)) * (xMax - xMin)

/** The share of the height that stays free above and below. */
const HEADROOM = 0.05

/** Room right of the last target, in CSS pixels, for what stands at the ends of the lines. */
const END_ROOM = { marks: 18, counts: 52 } as const

interface ReachParts {
  points: readonly Point[]
  drawing: Drawing
  /** The live price, if there is one. */
  price: number | null
  counts: boolean
  /** Width of the box, CSS pixels. */
  width: number
}

/** What the axes must span to show all of it. `points` is not empty, oldest first. */
export function reachOf({ points, drawing, price, counts, width }: ReachParts): Reach {
  const { lines, band } = drawing
  const heights = [...points.map(({ y }) => y), ...lines.map(({ to }) => to.y)]
  if (band) heights.push(band.yMin, band.yMax)
  if (price !== null) heights.push(price)
  const low = Math.min(...heights)
  const high = Math.max(...heights)
  const room = (high - low || high * 0.01) * HEADROOM
  const xMin = points[0]?.x ?? 0
  const newest = points.at(-1)?.x ?? 0
  // The current hour has to fit in, too.
  const last = Math.max(newest + 3_600_000, band?.xMax ?? 0, ...lines.map(({ to }) => to.x))
  const plot = Math.max(120, width - 90)
  const end = END_ROOM[counts && lines.some(({ votes }) => votes !== null) ? 'counts' : 'marks']
  const xMax = xMin + ((last - xMin) * plot) / Math.max(60, plot - end)
  return { xMin, xMax, yMin: low - room, yMax: high + room }
}
