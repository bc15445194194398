import { HOUR_MS } from '#shared/rules/time.ts'

/** The visible part of the time axis, epoch ms. */
export interface Viewport {
  from: number
  to: number
}

/** The narrowest viewport: half a day. */
const MIN_SPAN = 12 * HOUR_MS
/** Share of the width that always shows hours with prices. */
const MIN_DATA = 0.1

/** The limits of panning and zooming: first and last instant with something to draw, and the newest hour. */
export interface Bounds {
  from: number
  to: number
  newest: number
}

/** The viewport within the bounds: never wider than all of them, never without prices. */
export function clampViewport({ from, to }: Viewport, bounds: Bounds): Viewport {
  const widest = Math.max(MIN_SPAN, bounds.to - bounds.from)
  const span = Math.min(widest, Math.max(MIN_SPAN, to - from))
  const middle = (from + to) / 2
  const start = to - from === span ? from : middle - span / 2
  const lowest = bounds.from - span * (1 - MIN_DATA)
  const highest = Math.max(lowest, bounds.newest - span * MIN_DATA)
  const clamped = Math.min(highest, Math.max(lowest, start))
  return { from: clamped, to: clamped + span }
}

/** Moves the viewport by `by` ms, later for positive values. */
export function pan({ from, to }: Viewport, by: number, bounds: Bounds): Viewport {
  return clampViewport({ from: from + by, to: to + by }, bounds)
}

/** Scales the span by `factor` (below 1 zooms in); the instant `anchor` stays in its place. */
export function zoom(
  { from, to }: Viewport,
  factor: number,
  anchor: number,
  bounds: Bounds,
): Viewport {
  const widest = Math.max(MIN_SPAN, bounds.to - bounds.from)
  const span = Math.min(widest, Math.max(MIN_SPAN, (to - from) * factor))
  const share = (anchor - from) / (to - from)
  const start = anchor - share * span
  return clampViewport({ from: start, to: start + span }, bounds)
}
