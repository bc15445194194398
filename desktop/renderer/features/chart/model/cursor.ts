import type { Point } from './point.ts'

/** The place of the point nearest to `x`; of two as near, the later. `points` is oldest first. */
export function nearest(points: readonly Point[], x: number): number {
  let low = 0
  let high = points.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle]?.x ?? x) < x) low = middle + 1
    else high = middle
  }
  const before = points[low - 1]
  const at = points[low]
  return before && at && x - before.x < at.x - x ? low - 1 : low
}

/** Candles that a page key moves by. */
const PAGE = 24

/**
 * Where a key takes the cursor from `at` among `count` candles, or null when it does nothing. Arrows
 * move by a candle, with shift by six; the page keys by a day.
 */
export function moved(key: string, shift: boolean, at: number, count: number): number | null {
  const step = shift ? 6 : 1
  const steps: Record<string, number> = {
    ArrowLeft: -step,
    ArrowDown: -step,
    ArrowRight: step,
    ArrowUp: step,
    PageDown: -PAGE,
    PageUp: PAGE,
    Home: -count,
    End: count,
  }
  const by = steps[key]
  return by === undefined ? null : Math.min(count - 1, Math.max(0, at + by))
}
