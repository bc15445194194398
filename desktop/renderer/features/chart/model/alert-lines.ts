import { type PlotArea, toPixelY } from './plot-area.ts'

/** The finest price that a level may have. */
const FINEST = 0.01
const FACTORS = [5, 2]

/** A price level as a line over the whole width; its price is a decimal string. */
export interface AlertLine {
  key: string
  price: string
}

/** A line that is being moved, until its new price is saved. */
export interface Draft {
  key: string
  /** Its price before. */
  from: string
  price: string
  isSaving: boolean
}

/** The step of prices that pixels resolve: the largest 1, 2 or 5 times a power of ten within a pixel. */
export function priceTick({ yMin, yMax, top, bottom }: PlotArea): number {
  const pixel = (yMax - yMin) / (bottom - top)
  const power = 10 ** Math.floor(Math.log10(pixel))
  const factor = FACTORS.find((one) => one * power <= pixel) ?? 1
  return Math.max(FINEST, factor * power)
}

/** The multiple of `tick` that is nearest to a price and within the plot's range, as a decimal string. */
export function roundToTick(price: number, tick: number, { yMin, yMax }: PlotArea): string {
  const lowest = Math.max(1, Math.ceil(yMin / tick))
  const highest = Math.max(lowest, Math.floor(yMax / tick))
  return priceText(Math.min(highest, Math.max(lowest, Math.round(price / tick))) * tick)
}

/** The price `count` ticks above another, below for a negative count; between ticks the next is one away. */
export function stepPrice(price: string, count: number, tick: number, area: PlotArea): string {
  const at = Number(price) / tick
  const nearest = Math.round(at)
  // A multiple of a tick below one is seldom exact.
  const isOnTick = Math.abs(at - nearest) < 1e-6
  const start = isOnTick ? nearest : count > 0 ? Math.floor(at) : Math.ceil(at)
  return roundToTick((start + count) * tick, tick, area)
}

/** Without needless zeros, as the server writes it. */
const priceText = (price: number) => `${Number(price.toFixed(2))}`

/** Whether a price is within the range of the plot. */
export const isInRange = (price: string, { yMin, yMax }: PlotArea): boolean =>
  Number(price) >= yMin && Number(price) <= yMax

/** The line nearest to a height in the plot, at most `reach` CSS pixels away; null without one. */
export function lineAt<Line extends AlertLine>(
  lines: readonly Line[],
  y: number,
  reach: number,
  area: PlotArea,
): Line | null {
  let nearest: Line | null = null
  let distance = reach
  for (const line of lines) {
    const away = Math.abs(toPixelY(area, Number(line.price)) - y)
    if (!isInRange(line.price, area) || away > distance) continue
    nearest = line
    distance = away
  }
  return nearest
}
