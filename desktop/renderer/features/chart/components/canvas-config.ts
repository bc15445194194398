import type { ChartData, ChartOptions } from 'chart.js'
import type { AnnotationOptions } from 'chartjs-plugin-annotation'
import { lineLabel, type VoteLine } from '#desktop/renderer/features/chart/model/drawing.ts'
import type { Scene } from '#desktop/renderer/features/chart/model/scene.ts'
import type { Point } from '#desktop/renderer/features/chart/model/series.ts'
import { dayTicks, priceTicks } from '#desktop/renderer/features/chart/model/ticks.ts'
import type { ChartColors } from './chart-colors.ts'

/** Axis labels in the user's language and the browser's time zone. */
export interface AxisFormat {
  /** The day of an instant (epoch ms). */
  day(instant: number): string
  /** A whole price. */
  price(value: number): string
}

const DASHES = [4, 6]
const FONT_SIZE = 12
/** Least space per label of the time axis and of the price axis, CSS pixels. */
const DAY_SPACE = 76
const PRICE_SPACE = 56
const HEIGHT = 400
/** Least width of the price axis: it fits the live price with its decimals. */
const PRICE_AXIS_WIDTH = 76
/** The annotation plugin animates separately from the chart. */
const NO_ANIMATIONS = { numbers: { duration: 0 }, colors: { duration: 0 } }

function voteDataset(line: VoteLine, radius: number, colors: ChartColors) {
  const { key, direction, from, to, solid } = line
  return {
    label: key,
    data: [from, to],
    borderColor: colors[direction],
    pointBackgroundColor: colors[direction],
    borderWidth: solid ? 2.5 : 1.5,
    borderDash: solid ? [] : DASHES,
    pointRadius: radius,
    pointBorderWidth: 0,
  }
}

/** Chart.js data: the price line and the vote lines. */
export function canvasData(scene: Scene, colors: ChartColors): ChartData<'line', Point[]> {
  const { points, drawing, options } = scene
  const price = {
    label: 'price',
    data: points,
    borderColor: colors.price,
    pointBackgroundColor: colors.price,
    borderWidth: 1.5,
    borderDash: [],
    pointRadius: options.pointRadius,
    pointBorderWidth: 0,
  }
  const votes = drawing.lines.map((line) => voteDataset(line, options.targetRadius, colors))
  return { labels: [], datasets: [price, ...votes] }
}

function labelAnnotation(line: VoteLine, counts: boolean, colors: ChartColors): AnnotationOptions {
  return {
    type: 'label',
    xValue: line.to.x,
    yValue: line.to.y,
    content: lineLabel(line, counts),
    color: colors[line.direction],
    // The label of the closed round ends inside the live one, whose lines may pass below it.
    backgroundColor: colors.background,
    font: { size: counts ? FONT_SIZE : 9, family: colors.font },
    padding: 2,
    position: { x: 'start', y: 'center' },
    xAdjust: 3,
  }
}

function annotations(scene: Scene, colors: ChartColors): Record<string, AnnotationOptions> {
  const { lines, band } = scene.drawing
  const { counts } = scene.options
  const labels: Record<string, AnnotationOptions> = Object.fromEntries(
    lines.map((line) => [line.key, labelAnnotation(line, counts, colors)] as const),
  )
  if (!band) return labels
  const style = { backgroundColor: colors.band, borderWidth: 0 }
  return { ...labels, band: { type: 'box', drawTime: 'beforeDatasetsDraw', ...band, ...style } }
}

/** Chart.js options: no animation and no events; the cursor and the live price are DOM elements. */
export function canvasOptions(
  scene: Scene,
  colors: ChartColors,
  format: AxisFormat,
): ChartOptions<'line'> {
  const { xMin, xMax, yMin, yMax } = scene.range
  const plot = Math.max(120, scene.width - PRICE_AXIS_WIDTH)
  // A label too near to an end of the axis would make Chart.js pad that side.
  const edge = ((xMax - xMin) / plot) * (DAY_SPACE / 2)
  const days = dayTicks(xMin + edge, xMax - edge, plot / DAY_SPACE - 1).map((value) => ({ value }))
  const prices = priceTicks(yMin, yMax, HEIGHT / PRICE_SPACE).map((value) => ({ value }))
  const font = { size: FONT_SIZE, family: colors.font }
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
    plugins: {
      annotation: { annotations: annotations(scene, colors), animations: NO_ANIMATIONS },
    },
    scales: {
      x: {
        type: 'linear',
        min: xMin,
        max: xMax,
        afterBuildTicks: (axis) => {
          axis.ticks = days
        },
        ticks: { ...ticks, callback: (value) => format.day(Number(value)) },
        ...lines,
      },
      y: {
        type: 'linear',
        position: 'right',
        min: yMin,
        max: yMax,
        afterBuildTicks: (axis) => {
          axis.ticks = prices
        },
        afterFit: (axis) => {
          axis.width = Math.max(axis.width, PRICE_AXIS_WIDTH)
        },
        ticks: { ...ticks, callback: (value) => format.price(Number(value)) },
        ...lines,
      },
    },
  }
}
