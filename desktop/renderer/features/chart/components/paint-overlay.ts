import type { Level } from '#desktop/renderer/features/chart/model/drawing.ts'
import type { Marks } from '#desktop/renderer/features/chart/model/marks.ts'
import {
  type PlotArea,
  toPixelX,
  toPixelY,
} from '#desktop/renderer/features/chart/model/plot-area.ts'
import { DIRECTION_MARKS } from '#shared/rules/band.ts'
import type { ChartColors } from './chart-colors.ts'

const FLAG_FONT_SIZE = 11
/** Height of a flag without a line over the whole height. */
const FLAG_HEIGHT = 21
const ENTRY_RADIUS = 4
/** Least distance of two flags in CSS pixels. */
const FLAG_WIDTH = 14
/** Flags with a line over the whole height; more of them would hide the price. */
const MAX_FLAG_LINES = 12

/** Paints the horizontal levels from the start of their round to the axis. */
export function paintLevels(
  context: CanvasRenderingContext2D,
  levels: readonly Level[],
  area: PlotArea,
  colors: ChartColors,
): void {
  context.lineWidth = 1
  context.setLineDash([1, 3])
  for (const { direction, from, price } of levels) {
    const left = Math.max(area.left, toPixelX(area, from))
    if (left > area.right) continue
    const y = Math.round(toPixelY(area, price)) + 0.5
    context.strokeStyle = colors[direction]
    context.beginPath()
    context.moveTo(left, y)
    context.lineTo(area.right, y)
    context.stroke()
  }
  context.setLineDash([])
}

/** Paints the flags of settled rounds at their targets and the dots of the own entries. */
export function paintMarks(
  context: CanvasRenderingContext2D,
  { flags, entries }: Marks,
  area: PlotArea,
  colors: ChartColors,
): void {
  const visible = flags.filter(({ x }) => x >= area.xMin && x <= area.xMax)
  const { scale } = area
  context.font = `${FLAG_FONT_SIZE * scale}px ${colors.font}`
  context.textAlign = 'left'
  context.textBaseline = 'top'
  context.lineWidth = 1
  let next = Number.POSITIVE_INFINITY
  for (const { x, outcome } of visible.toSorted((one, other) => other.x - one.x)) {
    // Where the flags would touch, the newer one stays.
    if (toPixelX(area, x) > next - FLAG_WIDTH * scale) continue
    next = toPixelX(area, x)
    const color = outcome === 'void' ? colors.unknown : colors[outcome]
    const left = Math.round(toPixelX(area, x)) + 0.5
    const foot = visible.length <= MAX_FLAG_LINES ? area.bottom : area.top + FLAG_HEIGHT * scale
    context.strokeStyle = visible.length <= MAX_FLAG_LINES ? colors.grid : color
    context.setLineDash(visible.length <= MAX_FLAG_LINES ? [2, 2] : [])
    context.beginPath()
    context.moveTo(left, area.top)
    context.lineTo(left, foot)
    context.stroke()
    context.fillStyle = color
    context.fillText(outcome === 'void' ? '○' : DIRECTION_MARKS[outcome], left + 2, area.top + 2)
  }
  context.setLineDash([])
  context.lineWidth = 2
  for (const { x, price, choice } of entries) {
    if (x < area.xMin || x > area.xMax) continue
    context.fillStyle = colors[choice]
    context.strokeStyle = colors.background
    context.beginPath()
    context.arc(toPixelX(area, x), toPixelY(area, price), ENTRY_RADIUS * scale, 0, 2 * Math.PI)
    context.fill()
    context.stroke()
  }
}
