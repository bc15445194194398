/** The index of the point nearest to `x`; of two equally near, the later. `points` is oldest first. */
export function nearestIndex(points: readonly { x: number }[], x: number): number {
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

/** Candles per page key: one day. */
const PAGE = 24

/**
 * The cursor's index after a key, from `index` of `count` candles; null for other keys. Arrows move by
 * one candle, with Shift by six; the page keys by a day.
 */
export function indexAfterKey(
  key: string,
  shift: boolean,
  index: number,
  count: number,
): number | null {
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
  return by === undefined ? null : Math.min(count - 1, Math.max(0, index + by))
}
