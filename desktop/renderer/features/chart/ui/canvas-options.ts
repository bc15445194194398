import type { ChartOptions } from 'chart.js'
import type { AnnotationOptions } from 'chartjs-plugin-annotation'
import type { CallLine } from '#desktop/renderer/features/chart/model/drawing.ts'
import { markOf, type Scene } from '#desktop/renderer/features/chart/model/scene.ts'
import { dayTicks, priceTicks } from '#desktop/renderer/features/chart/model/ticks.ts'
import type { Palette } from './palette.ts'

/** Words of the axes, in the person's language and the browser's zone. */
export interface AxisWords {
  /** A day, by an instant within it (epoch ms). */
  day(instant: number): string
  /** A whole price. */
  price(value: number): string
}

const FONT_SIZE = 12
/** Least room for a label of the time axis and of the price axis, CSS pixels. */
const DAY_ROOM = 76
const PRICE_ROOM = 56
const HEIGHT = 400
/** Least width of the price axis: the live price stands on it, with its decimals. */
const PRICE_AXIS = 76
/** The plugin has animations of its own. */
const STILL = { numbers: { duration: 0 }, colors: { duration: 0 } }

function markAnnotation(line: CallLine, scene: Scene, palette: Palette): AnnotationOptions {
  const size = scene.look.counts ? FONT_SIZE : 9
  return {
    type: 'label',
    xValue: line.to.x,
    yValue: line.to.y,
    content: markOf(line, scene.look.counts),
    color: palette[line.direction],
    font: { size, family: palette.font },
    padding: 2,
    position: { x: 'start', y: 'center' },
    xAdjust: 3,
  }
}

function annotations(scene: Scene, palette: Palette): Record<string, AnnotationOptions> {
  const { lines, band } = scene.drawing
  const marks = lines.map((line) => [line.key, markAnnotation(line, scene, palette)] as const)
  const found: Record<string, AnnotationOptions> = Object.fromEntries(marks)
  if (band) {
    const look = { backgroundColor: palette.band, borderWidth: 0 }
    found.band = { type: 'box', drawTime: 'beforeDatasetsDraw', ...band, ...look }
  }
  return found
}

/** How the canvas draws a scene: nothing moves by itself, and it hears no events. */
export function canvasOptions(
  scene: Scene,
  palette: Palette,
  words: AxisWords,
): ChartOptions<'line'> {
  const { xMin, xMax, yMin, yMax } = scene.reach
  const plot = Math.max(120, scene.width - PRICE_AXIS)
  // A label too near to an end of the axis would need room beside it.
  const edge = ((xMax - xMin) / plot) * (DAY_ROOM / 2)
  const days = dayTicks(xMin + edge, xMax - edge, plot / DAY_ROOM - 1).map((value) => ({ value }))
  const prices = priceTicks(yMin, yMax, HEIGHT / PRICE_ROOM).map((value) => ({ value }))
  const font = { size: FONT_SIZE, family: palette.font }
  const ticks = { color: palette.text, font, maxRotation: 0, autoSkip: false }
  const frame = { grid: { color: palette.grid }, border: { color: palette.grid } }
  return {
    responsive: true,
    maintainAspectRatio: false,
    animation: false,
    parsing: false,
    normalized: true,
    events: [],
    layout: { padding: { top: 4 } },
    plugins: { annotation: { annotations: annotations(scene, palette), animations: STILL } },
    scales: {
      x: {
        type: 'linear',
        min: xMin,
        max: xMax,
        afterBuildTicks: (axis) => {
          axis.ticks = days
        },
        ticks: { ...ticks, callback: (value) => words.day(Number(value)) },
        ...frame,
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
          axis.width = Math.max(axis.width, PRICE_AXIS)
        },
        ticks: { ...ticks, callback: (value) => words.price(Number(value)) },
        ...frame,
      },
    },
  }
}
