import { HOUR_MS } from '#shared/rules/time.ts'
import type { Bar } from './bars.ts'

/** The hours of one column as one bar. */
export interface Column {
  /** Start of the first and of the last hour, epoch ms. */
  x: number
  lastX: number
  /** Opens of the first and the last hour. */
  first: number
  last: number
  /** Close of the last hour; its open while it has no close. */
  close: number
  /** Extremes of the hours. */
  low: number
  high: number
  volume: number
}

/** Hours per column: the least power of two with at most one column per pixel. */
export function hoursPerColumn(hours: number, pixels: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(hours / Math.max(1, pixels))))
}

/**
 * Groups `bars[start, end)` into columns of `hours` hours. Columns begin at fixed instants, so that they do
 * not flicker while the chart is panned, and no extreme gets lost.
 */
export function thin(bars: readonly Bar[], start: number, end: number, hours: number): Column[] {
  const size = hours * HOUR_MS
  const columns: Column[] = []
  let current: Column | undefined
  let key = Number.NaN
  for (let index = start; index < end; index++) {
    const bar = bars[index]
    if (!bar) continue
    const { x, open, low, high } = bar
    const volume = bar.volume ?? 0
    const close = bar.close ?? open
    const next = Math.floor(x / size)
    if (!current || next !== key) {
      key = next
      current = { x, lastX: x, first: open, last: open, close, low, high, volume }
      columns.push(current)
      continue
    }
    current.lastX = x
    current.last = open
    current.close = close
    if (low < current.low) current.low = low
    if (high > current.high) current.high = high
    current.volume += volume
  }
  return columns
}
