import { bandPrices } from './band.ts'
import { HOUR_MS } from './time.ts'

/** Hourly opens: time in epoch milliseconds and price as a decimal string, oldest first. */
export type WeekCandles = readonly (readonly [otime: number, open: string])[]

/** A round's chart begins this long before its reference. */
export const CHART_LEAD_MS = 12 * HOUR_MS
/** Space above and below the shown prices, as a share of their range. */
const MARGIN = 0.06
/** Candles further apart are not joined by a line. */
const GAP_MS = 1.5 * HOUR_MS

/** Maps times and prices of one round to percent of the chart's width and height. */
export interface WeekScale {
  /** Percent from the left. */
  x(time: number): number
  /** Percent from the top. */
  y(price: number): number
}

interface ChartRound {
  /** Epoch milliseconds. */
  refDate: number
  targetDate: number
  refPrice: string
  candles: WeekCandles
}

/** The scale of a round, up to its target: shows the band of ±5 % and every candle. */
export function weekScale({ refDate, targetDate, refPrice, candles }: ChartRound): WeekScale {
  const { up, down } = bandPrices(refPrice)
  const from = refDate - CHART_LEAD_MS
  let low = Number(down)
  let high = Number(up)
  for (const [, open] of candles) {
    const price = Number(open)
    low = Math.min(low, price)
    high = Math.max(high, price)
  }
  const margin = (high - low) * MARGIN
  const span = high - low + 2 * margin
  return {
    x: (time) => (100 * (time - from)) / (targetDate - from),
    y: (price) => (100 * (high + margin - price)) / span,
  }
}

const rounded = (value: number) => Math.round(value * 100) / 100

/** SVG path of the price; a missing hour interrupts the line. */
export function pricePath(candles: WeekCandles, { x, y }: WeekScale): string {
  let path = ''
  let before = Number.NEGATIVE_INFINITY
  for (const [time, open] of candles) {
    const command = time - before > GAP_MS ? 'M' : 'L'
    path += `${command}${rounded(x(time))} ${rounded(y(Number(open)))}`
    before = time
  }
  return path
}
