import type { Series } from './series.ts'

/** A place in the chart: epoch ms, and USDT as a float, which is good enough to draw. */
export interface Point {
  x: number
  y: number
}

/** The newest `count` candles as points, oldest first. */
export function pointsOf(series: Series, count: number): Point[] {
  return series
    .slice(0, count)
    .map(({ otime, oprice }) => ({ x: otime, y: Number(oprice) }))
    .reverse()
}
