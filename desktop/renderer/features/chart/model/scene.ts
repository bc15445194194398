import type { Preferences } from '#desktop/renderer/platform/platform.ts'
import { HOUR_MS } from '#shared/rules/schedule.ts'
import { decimate } from './decimate.ts'
import type { Drawing } from './drawing.ts'
import type { Point } from './series.ts'

/** How far back the chart goes. */
export const VIEWS = ['short', 'medium', 'long'] as const
export type View = (typeof VIEWS)[number]

interface ViewOptions {
  /** Hours shown at most. */
  points: number
  /** Radius of a price point, CSS pixels. */
  pointRadius: number
  /** Radius of the ends of a vote line, CSS pixels. */
  targetRadius: number
  /** Whether the ends of the lines show the number of votes. */
  counts: boolean
}

export const VIEW_OPTIONS: Record<View, ViewOptions> = {
  short: { points: 100, pointRadius: 2, targetRadius: 2, counts: true },
  medium: { points: 800, pointRadius: 0, targetRadius: 1, counts: true },
  long: { points: 3000, pointRadius: 0, targetRadius: 1, counts: false },
}

const VIEW_KEY = 'chartView'

/** The view chosen last; `long` at first. */
export function readView(preferences: Preferences): View {
  const saved = preferences.read(VIEW_KEY)
  return VIEWS.find((view) => view === saved) ?? 'long'
}

export function saveView(preferences: Preferences, view: View): void {
  preferences.write(VIEW_KEY, view)
}

/** The ranges of both axes: epoch ms and USDT. */
export interface AxisRange {
  xMin: number
  xMax: number
  yMin: number
  yMax: number
}

/** The plot's rectangle in its box (CSS pixels) and its axis ranges. Both axes are linear. */
export interface PlotArea extends AxisRange {
  left: number
  right: number
  top: number
  bottom: number
  /** Width of the whole box. */
  width: number
}

export const toPixelX = ({ left, right, xMin, xMax }: PlotArea, x: number): number =>
  left + ((x - xMin) / (xMax - xMin)) * (right - left)

export const toPixelY = ({ top, bottom, yMin, yMax }: PlotArea, y: number): number =>
  bottom - ((y - yMin) / (yMax - yMin)) * (bottom - top)

export const fromPixelX = ({ left, right, xMin, xMax }: PlotArea, pixel: number): number =>
  xMin + ((pixel - left) / (right - left)) * (xMax - xMin)

/** Share of the height left free above and below. */
const HEADROOM = 0.05

/** Space to the right of the last target for the line labels, CSS pixels. */
const LABEL_SPACE = { shapes: 18, counts: 52 } as const

interface RangeOptions {
  points: readonly Point[]
  drawing: Drawing
  /** The live price, if there is one. */
  price: number | null
  counts: boolean
  /** Width of the box, CSS pixels. */
  width: number
}

/** The axis ranges that fit everything drawn. `points` is not empty, oldest first. */
export function axisRange({ points, drawing, price, counts, width }: RangeOptions): AxisRange {
  const { lines, band } = drawing
  const heights = [...points.map(({ y }) => y), ...lines.map(({ to }) => to.y)]
  if (band) heights.push(band.yMin, band.yMax)
  if (price !== null) heights.push(price)
  const low = Math.min(...heights)
  const high = Math.max(...heights)
  const margin = (high - low || high * 0.01) * HEADROOM
  const xMin = points[0]?.x ?? 0
  const newest = points.at(-1)?.x ?? 0
  // The live price moves through the current hour.
  const last = Math.max(newest + HOUR_MS, band?.xMax ?? 0, ...lines.map(({ to }) => to.x))
  const plot = Math.max(120, width - 90)
  const end = LABEL_SPACE[counts && lines.some(({ votes }) => votes !== null) ? 'counts' : 'shapes']
  const xMax = xMin + ((last - xMin) * plot) / Math.max(60, plot - end)
  return { xMin, xMax, yMin: low - margin, yMax: high + margin }
}

/** Everything on the canvas. */
export interface Scene {
  /** The price line, decimated to the width, oldest first. */
  points: Point[]
  drawing: Drawing
  range: AxisRange
  options: ViewOptions
  /** Width of the canvas, CSS pixels. */
  width: number
}

interface SceneOptions {
  /** Every displayed point, oldest first; not empty. */
  points: readonly Point[]
  drawing: Drawing
  view: View
  price: number | null
  width: number
}

export function createScene({ points, drawing, view, price, width }: SceneOptions): Scene {
  const options = VIEW_OPTIONS[view]
  const range = axisRange({ points, drawing, price, counts: options.counts, width })
  return { points: decimate(points, Math.max(200, width)), drawing, range, options, width }
}
