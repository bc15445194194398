import type { Bar } from '#desktop/renderer/features/chart/model/bars.ts'
import {
  type PlotArea,
  toPixelX,
  toPixelY,
} from '#desktop/renderer/features/chart/model/plot-area.ts'
import { type Scene, VOLUME_SHARE } from '#desktop/renderer/features/chart/model/scene.ts'
import type { Column } from '#desktop/renderer/features/chart/model/thin.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import type { ChartColors } from './chart-colors.ts'

/** Share of an hour's width that its body takes. */
const BODY = 0.7
/** Bodies of rising hours are hollow from this width on, so that direction is not color alone. */
const HOLLOW_FROM = 4
/** Width from which a wick is wider than a device pixel. */
const WIDE_WICK_FROM = 8
/** Thin, so that the ranges behind the line stay visible. */
const LINE_WIDTH = 1

/** Context of the painters. Rectangles are filled one by one: a path of hundreds is slower to fill. */
interface Painter {
  context: CanvasRenderingContext2D
  scene: Scene
  area: PlotArea
  colors: ChartColors
  /** A device pixel in CSS pixels. */
  one: number
  /** Aligns to device pixels, so that thin rectangles neither blur nor vanish. */
  snap: (value: number) => number
}

/**
 * Paints the volume, and the hours as candlesticks; as a line over the range of each column where there are
 * too many of them.
 */
export function paintBars(
  context: CanvasRenderingContext2D,
  bars: readonly Bar[],
  scene: Scene,
  area: PlotArea,
  colors: ChartColors,
): void {
  const ratio = context.getTransform().a || 1
  const snap = (value: number) => Math.round(value * ratio) / ratio
  const painter = { context, scene, area, colors, one: 1 / ratio, snap }
  if (scene.columns) paintColumns(painter, scene.columns)
  else paintCandlesticks(painter, bars.slice(scene.start, scene.end))
}

/** Fills a rectangle at least one device pixel high. */
function fillBetween(painter: Painter, left: number, width: number, top: number, bottom: number) {
  const { context, one, snap } = painter
  const start = snap(top)
  context.fillRect(left, start, width, Math.max(one, snap(bottom) - start))
}

/** Fills a volume upwards from the bottom. */
function fillVolume(painter: Painter, left: number, width: number, volume: number) {
  const { area, scene } = painter
  const height = (area.bottom - area.top) * VOLUME_SHARE * (volume / scene.maxVolume)
  fillBetween(painter, left, width, area.bottom - height, area.bottom)
}

function paintCandlesticks(painter: Painter, bars: readonly Bar[]): void {
  const { area, colors, context, one, snap } = painter
  const spacing = toPixelX(area, HOUR_MS) - toPixelX(area, 0)
  const width = Math.max(one, snap(spacing * BODY))
  const wick = width >= WIDE_WICK_FROM ? Math.max(one, snap(1.5)) : one
  const border = Math.max(one, snap(1))
  const falling = bars.filter(({ open, close }) => close !== null && close < open)
  const rising = bars.filter(({ open, close }) => close === null || close >= open)

  const paintSide = (
    side: readonly Bar[],
    color: string,
    volumeColor: string,
    isHollow: boolean,
  ) => {
    context.fillStyle = volumeColor
    for (const { x, volume } of side) {
      if (!volume) continue
      fillVolume(painter, snap(toPixelX(area, x + HOUR_MS / 2) - width / 2), width, volume)
    }
    const bodies: [left: number, head: number, foot: number][] = []
    context.fillStyle = color
    for (const { x, open, high, low, close } of side) {
      // The live price is the body of the running hour.
      if (close === null) continue
      const center = toPixelX(area, x + HOUR_MS / 2)
      const left = snap(center - width / 2)
      const [head, foot] = [Math.max(open, close), Math.min(open, close)].map((price) =>
        toPixelY(area, price),
      )
      if (head === undefined || foot === undefined) continue
      fillBetween(painter, snap(center - wick / 2), wick, toPixelY(area, high), toPixelY(area, low))
      fillBetween(painter, left, width, head, foot)
      bodies.push([left, snap(head), snap(foot)])
    }
    if (!isHollow || width < HOLLOW_FROM) return
    context.fillStyle = colors.background
    for (const [left, head, foot] of bodies) {
      const height = foot - head - 2 * border
      if (height > 0) context.fillRect(left + border, head + border, width - 2 * border, height)
    }
  }
  paintSide(rising, colors.up, colors.volumeUp, true)
  paintSide(falling, colors.down, colors.volumeDown, false)
}

function paintColumns(painter: Painter, columns: readonly Column[]): void {
  const { area, colors, context, one, snap } = painter
  const lefts = columns.map(({ x }) => snap(toPixelX(area, x)))
  /** The width of a column; it ends at its last hour where the next hours are missing. */
  const widthOf = (column: Column, index: number) => {
    const left = lefts[index] ?? 0
    const end = toPixelX(area, column.lastX + HOUR_MS)
    return Math.max(one, Math.min(snap(end), lefts[index + 1] ?? end) - left)
  }
  const widths = columns.map(widthOf)
  const each = (fill: (column: Column, left: number, width: number) => void) => {
    columns.forEach((column, index) => {
      fill(column, lefts[index] ?? 0, widths[index] ?? one)
    })
  }
  context.fillStyle = colors.volume
  each(({ volume }, left, width) => {
    if (volume > 0) fillVolume(painter, left, width, volume)
  })
  const paintRanges = (isUp: boolean) => {
    context.fillStyle = isUp ? colors.rangeUp : colors.rangeDown
    each(({ first, close, low, high }, left, width) => {
      if (close >= first !== isUp) return
      fillBetween(painter, left, width, toPixelY(area, high), toPixelY(area, low))
    })
  }
  paintRanges(true)
  paintRanges(false)
  paintLine(painter, columns)
}

/** Paints the line through the first opens of the columns, to the last hour's. */
function paintLine({ area, colors, context }: Painter, columns: readonly Column[]): void {
  context.strokeStyle = colors.price
  context.lineWidth = LINE_WIDTH
  context.lineJoin = 'bevel'
  context.setLineDash([])
  context.beginPath()
  for (const { x, first } of columns) context.lineTo(toPixelX(area, x), toPixelY(area, first))
  const newest = columns.at(-1)
  if (newest) context.lineTo(toPixelX(area, newest.lastX), toPixelY(area, newest.last))
  context.stroke()
}
