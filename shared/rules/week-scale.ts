import { bandPrices } from './band.ts'
import { HOUR_MS } from './time.ts'

/** Hourly opens: time in epoch milliseconds and price as a decimal string, oldest first. */
export type WeekCandles = readonly (readonly [otime: number, open: string])[]

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

interface WeekRange {
  /** Epoch milliseconds. */
  from: number
  to: number
  refPrice: string
  /** Every price that must be visible, besides the band. */
  prices: readonly number[]
}

/** The scale that shows the band of ±5 % and all `prices` between `from` and `to`. */
export function weekScale({ from, to, refPrice, prices }: WeekRange): WeekScale {
  const { up, down } = bandPrices(refPrice)
  let low = Number(down)
  let high = Number(up)
  for (const price of prices) {
    low = Math.min(low, price)
    high = Math.max(high, price)
  }
  const margin = (high - low) * MARGIN
  const span = high - low + 2 * margin
  return {
    x: (time) => (100 * (time - from)) / (to - from),
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
