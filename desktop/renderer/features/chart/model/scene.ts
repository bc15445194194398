import { HOUR_MS } from '#shared/rules/time.ts'
import { type Bar, visibleRange } from './bars.ts'
import { type Drawing, segmentWithin } from './drawing.ts'
import { type Column, hoursPerColumn, thin } from './thin.ts'
import type { Viewport } from './viewport.ts'
import type { ViewOptions } from './views.ts'

/** The ranges of both axes: epoch ms and USDT. */
export interface AxisRange {
  xMin: number
  xMax: number
  yMin: number
  yMax: number
}

/** Above this number of visible hours the chart is a line. */
export const MAX_CANDLESTICKS = 400
/** Share of the height for the volume, at the bottom. */
export const VOLUME_SHARE = 0.15
/** Share of the prices' height left free above and below them. */
const HEADROOM = 0.05
/** Space to the right of the last target for the line labels of the usual size, CSS pixels. */
const LABEL_SPACE = { shapes: 18, counts: 52 } as const

/** The hours of a preset: from its oldest one to `to`, or to everything drawn if `to` is null. */
export interface Preset {
  from: number
  to: number | null
  options: ViewOptions
}

export interface SceneOptions {
  /** All hours at hand, oldest first; not empty. */
  bars: readonly Bar[]
  preset: Preset
  /** The panned or zoomed part of the time axis; null shows the preset. */
  viewport: Viewport | null
  /** The overlay of a chart whose oldest displayed hour is at `oldest`. */
  getDrawing: (oldest: number) => Drawing
  /** The live price, if there is one outside the hours. */
  price: number | null
  /** Width of the plot, CSS pixels. */
  width: number
  /** Size of text in relation to its usual one. */
  scale: number
}

/** Everything on the canvas. */
export interface Scene {
  range: AxisRange
  /** The visible hours are `bars[start, end)`. */
  start: number
  end: number
  /** Hours as columns where there are too many candlesticks; else null. */
  columns: Column[] | null
  /** The largest volume of a candlestick or column; 0 without any. */
  maxVolume: number
  drawing: Drawing
  options: ViewOptions
}

/** The viewport of a preset, with space for the labels at the ends of its lines. */
function presetViewport({ bars, preset, width, scale }: SceneOptions, drawing: Drawing): Viewport {
  const { from, to, options } = preset
  const { lines, band } = drawing
  const newest = bars.at(-1)?.x ?? 0
  // The live price moves through the current hour.
  const last = to ?? Math.max(newest + HOUR_MS, band?.xMax ?? 0, ...lines.map(({ to }) => to.x))
  const hasCounts = options.counts && lines.some(({ votes }) => votes !== null)
  const space = LABEL_SPACE[hasCounts ? 'counts' : 'shapes'] * scale
  const plot = Math.max(120, width)
  return { from, to: from + ((last - from) * plot) / Math.max(60, plot - space) }
}

/** Prices that must fit into the visible part of the chart. */
function visiblePrices(options: SceneOptions, { from, to }: Viewport, scene: Drawing): number[] {
  const { bars, price } = options
  const prices: number[] = []
  const [start, end] = visibleRange(bars, from, to)
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let index = start; index < end; index++) {
    const bar = bars[index]
    if (!bar) continue
    if (bar.low < low) low = bar.low
    if (bar.high > high) high = bar.high
  }
  if (low <= high) prices.push(low, high)
  for (const line of scene.lines) prices.push(...segmentWithin(line, from, to))
  const { band } = scene
  if (band && band.xMax <= to && band.xMax >= from) prices.push(band.yMin, band.yMax)
  if (price !== null && (bars.at(-1)?.x ?? 0) <= to) prices.push(price)
  return prices
}

/** The price range that fits `prices` above the volume. */
function priceRange(prices: readonly number[], hasVolume: boolean) {
  const low = prices.length > 0 ? Math.min(...prices) : 0
  const high = prices.length > 0 ? Math.max(...prices) : 1
  const margin = (high - low || high * 0.01) * HEADROOM
  const height = (high - low + 2 * margin) / (1 - (hasVolume ? VOLUME_SHARE : 0))
  return { yMin: high + margin - height, yMax: high + margin }
}

/** Lays the chart out for a width. */
export function createScene(options: SceneOptions): Scene {
  const { bars, preset, getDrawing, width } = options
  const from = options.viewport?.from ?? preset.from
  const oldest = Math.min(preset.from, bars[visibleRange(bars, from, from)[0]]?.x ?? preset.from)
  const drawing = getDrawing(oldest)
  const viewport = options.viewport ?? presetViewport(options, drawing)
  const [start, end] = visibleRange(bars, viewport.from, viewport.to)
  const isLine = end - start > MAX_CANDLESTICKS
  const visibleHours = (viewport.to - viewport.from) / HOUR_MS
  const columns = isLine ? thin(bars, start, end, hoursPerColumn(visibleHours, width)) : null
  let maxVolume = 0
  for (const { volume } of columns ?? bars.slice(start, end)) {
    if (volume !== null && volume > maxVolume) maxVolume = volume
  }
  const { yMin, yMax } = priceRange(visiblePrices(options, viewport, drawing), maxVolume > 0)
  const range = { xMin: viewport.from, xMax: viewport.to, yMin, yMax }
  return { range, start, end, columns, maxVolume, drawing, options: preset.options }
}
