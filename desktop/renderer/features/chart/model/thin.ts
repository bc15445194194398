import { HOUR_MS } from '#shared/rules/schedule.ts'
import type { Bar } from './bars.ts'

/** The hours of one column: enough to draw the line through their opens and every wick. */
export interface Column {
  /** Start of the first and of the last hour, epoch ms. */
  x: number
  lastX: number
  /** Opens of the first and the last hour, and the extremes of the opens. */
  first: number
  last: number
  lowestOpen: number
  highestOpen: number
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
    const next = Math.floor(x / size)
    if (!current || next !== key) {
      key = next
      const opens = { first: open, last: open, lowestOpen: open, highestOpen: open }
      current = { x, lastX: x, ...opens, low, high, volume }
      columns.push(current)
      continue
    }
    current.lastX = x
    current.last = open
    if (open < current.lowestOpen) current.lowestOpen = open
    if (open > current.highestOpen) current.highestOpen = open
    if (low < current.low) current.low = low
    if (high > current.high) current.high = high
    current.volume += volume
  }
  return columns
}
