import type { ChartOptions } from 'chart.js'
import type { AlertLine } from '#desktop/renderer/features/chart/model/alert-lines.ts'
import type { Level } from '#desktop/renderer/features/chart/model/drawing.ts'
import type { Scene } from '#desktop/renderer/features/chart/model/scene.ts'
import { priceTicks, timeTicks } from '#desktop/renderer/features/chart/model/ticks.ts'
import type { ChartColors } from './chart-colors.ts'

/** Axis labels in the user's language and the browser's time zone. */
export interface AxisFormat {
  /** The day of an instant (epoch ms). */
  day(instant: number): string
  /** The time of day. */
  time(instant: number): string
  /** A whole price. */
  price(value: number): string
}

/** The part of the chart's input that the axes need. */
interface AxisLook {
  colors: ChartColors
  format: AxisFormat
  levels: readonly Level[]
  alerts: readonly AlertLine[]
}

// Sizes in CSS pixels for text of the usual size.
export const FONT_SIZE = 12
/** Least space per label of the time axis and of the price axis. */
const TIME_SPACE = 76
const PRICE_SPACE = 56
/** Least width of the price axis: it fits a live price of six digits with its decimals. */
export const PRICE_AXIS_WIDTH = 84
/** Height above and below a level that its tag takes from the labels of the price axis. */
const TAG_REACH = 15

const isMidnight = (instant: number) => {
  const date = new Date(instant)
  return date.getHours() === 0 && date.getMinutes() === 0
}

/** Whether the tag of a level or an alert would cover a part of the label of a price. */
function isUnderTag(price: number, { levels, alerts }: AxisLook, { range }: Scene, height: number) {
  const { xMax, yMin, yMax } = range
  const reach = (TAG_REACH / height) * (yMax - yMin)
  const prices = [
    ...levels.filter(({ from }) => from <= xMax).map((level) => level.price),
    ...alerts.map((alert) => Number(alert.price)),
  ]
  return prices.some((tagged) => Math.abs(tagged - price) < reach)
}

/**
 * Chart.js options: axes only, with the ranges of the current scene. No animation and no events: the
 * cursor and the live price are DOM elements.
 */
export function axisOptions(scene: () => Scene, look: AxisLook): ChartOptions<'line'> {
  const { colors, format } = look
  const { scale } = colors
  const font = { size: FONT_SIZE * scale, family: colors.font }
  const [axisWidth, timeSpace] = [PRICE_AXIS_WIDTH * scale, TIME_SPACE * scale]
  const ticks = { color: colors.text, font, maxRotation: 0, autoSkip: false }
  const lines = { grid: { color: colors.grid }, border: { color: colors.grid } }
  return {
    responsive: true,
    maintainAspectRatio: false,
    animation: false,
    parsing: false,
    normalized: true,
    events: [],
    layout: { padding: { top: 4 } },
    scales: {
      x: {
        type: 'linear',
        bounds: 'data',
        afterDataLimits: (axis) => {
          axis.min = scene().range.xMin
          axis.max = scene().range.xMax
        },
        afterBuildTicks: (axis) => {
          const { xMin, xMax } = scene().range
          const plot = Math.max(120, axis.chart.width - axisWidth)
          // A label too near to an end of the axis would make Chart.js pad that side.
          const edge = ((xMax - xMin) / plot) * (timeSpace / 2)
          const values = timeTicks(xMin + edge, xMax - edge, plot / timeSpace - 1)
          axis.ticks = values.map((value) => ({ value }))
        },
        ticks: {
          ...ticks,
          callback: (value) =>
            isMidnight(Number(value)) ? format.day(Number(value)) : format.time(Number(value)),
        },
        ...lines,
      },
      y: {
        type: 'linear',
        bounds: 'data',
        position: 'right',
        afterDataLimits: (axis) => {
          axis.min = scene().range.yMin
          axis.max = scene().range.yMax
        },
        afterBuildTicks: (axis) => {
          const { yMin, yMax } = scene().range
          const values = priceTicks(yMin, yMax, axis.chart.height / (PRICE_SPACE * scale))
          axis.ticks = values.map((value) => ({ value }))
        },
        afterFit: (axis) => {
          axis.width = Math.max(axis.width, axisWidth)
        },
        ticks: {
          ...ticks,
          callback(value) {
            const price = Number(value)
            return isUnderTag(price, look, scene(), this.chart.height / scale)
              ? ''
              : format.price(price)
          },
        },
        ...lines,
      },
    },
  }
}
