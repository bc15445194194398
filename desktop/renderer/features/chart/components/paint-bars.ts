import type { Bar } from '#desktop/renderer/features/chart/model/bars.ts'
import {
  type PlotArea,
  toPixelX,
  toPixelY,
} from '#desktop/renderer/features/chart/model/plot-area.ts'
import { type Scene, VOLUME_SHARE } from '#desktop/renderer/features/chart/model/scene.ts'
import type { Column } from '#desktop/renderer/features/chart/model/thin.ts'
import { HOUR_MS } from '#shared/rules/schedule.ts'
import type { ChartColors } from './chart-colors.ts'

/** Share of an hour's width that its body takes. */
const BODY = 0.7
/** Bodies of rising hours are hollow from this width on, so that direction is not color alone. */
const HOLLOW_FROM = 4

/** Aligns to device pixels, so that thin rectangles neither blur nor vanish. */
function pixelGrid(ratio: number) {
  const snap = (value: number) => Math.round(value * ratio) / ratio
  const one = 1 / ratio
  return { snap, one, atLeast: (size: number) => Math.max(one, snap(size)) }
}

/** Paints the volume, and the hours as candlesticks or as a line over the range of each column. */
export function paintBars(
  context: CanvasRenderingContext2D,
  bars: readonly Bar[],
  scene: Scene,
  area: PlotArea,
  colors: ChartColors,
): void {
  const ratio = context.getTransform().a || 1
  if (scene.columns) paintColumns(context, scene.columns, scene, area, colors, ratio)
  else paintCandlesticks(context, bars.slice(scene.start, scene.end), scene, area, colors, ratio)
}

/** The top of a volume's rectangle. */
const volumeTop = (volume: number, { maxVolume }: Scene, { top, bottom }: PlotArea) =>
  bottom - (bottom - top) * VOLUME_SHARE * (maxVolume > 0 ? volume / maxVolume : 0)

function paintCandlesticks(
  context: CanvasRenderingContext2D,
  bars: readonly Bar[],
  scene: Scene,
  area: PlotArea,
  colors: ChartColors,
  ratio: number,
): void {
  const { snap, one, atLeast } = pixelGrid(ratio)
  const slot = toPixelX(area, HOUR_MS) - toPixelX(area, 0)
  const width = atLeast(slot * BODY)
  const wick = width >= 8 ? Math.max(one, snap(1.5)) : Math.max(one, Math.min(1, width))
  const shapes = {
    up: new Path2D(),
    down: new Path2D(),
    upVolume: new Path2D(),
    downVolume: new Path2D(),
  }
  const hollow = new Path2D()
  for (const { x, open, high, low, close, volume } of bars) {
    const isDown = close !== null && close < open
    const path = isDown ? shapes.down : shapes.up
    const center = toPixelX(area, x + HOUR_MS / 2)
    const left = snap(center - width / 2)
    if (volume !== null && volume > 0) {
      const top = volumeTop(volume, scene, area)
      const bar = isDown ? shapes.downVolume : shapes.upVolume
      bar.rect(left, snap(top), width, Math.max(one, area.bottom - snap(top)))
    }
    // The live price is the body of the running hour.
    if (close === null) continue
    const [top, bottom] = [toPixelY(area, high), toPixelY(area, low)]
    path.rect(snap(center - wick / 2), snap(top), wick, atLeast(bottom - top))
    const [head, foot] = [
      toPixelY(area, Math.max(open, close)),
      toPixelY(area, Math.min(open, close)),
    ]
    path.rect(left, snap(head), width, atLeast(foot - head))
    const border = Math.max(one, snap(1))
    if (!isDown && width >= HOLLOW_FROM && foot - head > 2 * border) {
      hollow.rect(
        left + border,
        snap(head) + border,
        width - 2 * border,
        atLeast(foot - head) - 2 * border,
      )
    }
  }
  fill(context, shapes.upVolume, colors.volumeUp)
  fill(context, shapes.downVolume, colors.volumeDown)
  fill(context, shapes.up, colors.up)
  fill(context, shapes.down, colors.down)
  fill(context, hollow, colors.background)
}

function paintColumns(
  context: CanvasRenderingContext2D,
  columns: readonly Column[],
  scene: Scene,
  area: PlotArea,
  colors: ChartColors,
  ratio: number,
): void {
  const { snap, one, atLeast } = pixelGrid(ratio)
  const volumes = new Path2D()
  const wicks = new Path2D()
  const line = new Path2D()
  columns.forEach(
    ({ x, lastX, first, last, lowestOpen, highestOpen, low, high, volume }, index) => {
      const left = snap(toPixelX(area, x))
      const right = toPixelX(area, lastX)
      const next = columns[index + 1]
      const width = next ? Math.max(one, snap(toPixelX(area, next.x)) - left) : one
      const thin = Math.min(width, atLeast(right - left + 1))
      if (volume > 0) {
        const top = snap(volumeTop(volume, scene, area))
        volumes.rect(left, top, thin, Math.max(one, area.bottom - top))
      }
      const top = toPixelY(area, high)
      wicks.rect(left, snap(top), thin, atLeast(toPixelY(area, low) - top))
      const start = toPixelY(area, first)
      if (index === 0) line.moveTo(left, start)
      else line.lineTo(left, start)
      if (x === lastX) return
      if (lowestOpen < Math.min(first, last)) line.lineTo(left, toPixelY(area, lowestOpen))
      if (highestOpen > Math.max(first, last)) line.lineTo(left, toPixelY(area, highestOpen))
      line.lineTo(right, toPixelY(area, last))
    },
  )
  fill(context, volumes, colors.volume)
  fill(context, wicks, colors.wick)
  context.strokeStyle = colors.price
  context.lineWidth = 1.5
  context.lineJoin = 'round'
  context.setLineDash([])
  context.stroke(line)
}

function fill(context: CanvasRenderingContext2D, path: Path2D, color: string): void {
  context.fillStyle = color
  context.fill(path)
}
