import {
  Chart,
  type ChartData,
  type ChartDataset,
  type ChartOptions,
  LinearScale,
  LineController,
  LineElement,
  type Plugin,
  PointElement,
} from 'chart.js'
import annotation from 'chartjs-plugin-annotation'
import type { StoreApi } from 'zustand/vanilla'
import type { AlertLine } from '#desktop/renderer/features/chart/model/alert-lines.ts'
import type { Level, Point, VoteLine } from '#desktop/renderer/features/chart/model/drawing.ts'
import type { Marks } from '#desktop/renderer/features/chart/model/marks.ts'
import type { PlotArea } from '#desktop/renderer/features/chart/model/plot-area.ts'
import {
  createScene,
  type Scene,
  type SceneOptions,
} from '#desktop/renderer/features/chart/model/scene.ts'
import type { Viewport } from '#desktop/renderer/features/chart/model/viewport.ts'
import { drawingAnnotations } from './annotations.ts'
import { type AxisFormat, axisOptions, PRICE_AXIS_WIDTH } from './axes.ts'
import type { ChartColors } from './chart-colors.ts'
import { paintBars } from './paint-bars.ts'
import { paintLevels, paintMarks } from './paint-overlay.ts'

Chart.register(LineController, LineElement, PointElement, LinearScale, annotation)

/** Everything drawn, apart from the part of the time axis that is visible. */
export interface CanvasInput extends Omit<SceneOptions, 'viewport' | 'width' | 'scale'> {
  levels: readonly Level[]
  /** Their tags take the place of labels of the axis. */
  alerts: readonly AlertLine[]
  marks: Marks
  colors: ChartColors
  format: AxisFormat
}

interface PainterDeps {
  /** Set to the plot's rectangle after each layout. */
  area: StoreApi<PlotArea | null>
  /** Null shows the preset. Each change is drawn with the next frame. */
  viewport: StoreApi<Viewport | null>
}

type PriceChart = Chart<'line', Point[]>

/** The configuration that react-chartjs-2 gives to Chart.js. */
export interface PriceConfig {
  data: ChartData<'line', Point[]>
  options: ChartOptions<'line'>
}

const DASHES = [4, 6]

function voteDataset(
  line: VoteLine,
  radius: number,
  colors: ChartColors,
): ChartDataset<'line', Point[]> {
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

/**
 * Chart.js draws axes, vote lines, band and labels; this plugin paints the hours and marks: an element per
 * hour, as Chart.js makes them, costs more than a frame. A new viewport renders no React.
 */
export function createPricePainter(first: CanvasInput, { area, viewport }: PainterDeps) {
  let input = first
  let width = 0
  let isDrawing = false
  const sceneOf = (of: CanvasInput) => {
    const { scale } = of.colors
    const plotWidth = width - PRICE_AXIS_WIDTH * scale
    return createScene({ ...of, viewport: viewport.getState(), width: plotWidth, scale })
  }
  let scene = sceneOf(first)

  const datasetsOf = ({ drawing, options }: Scene, colors: ChartColors) =>
    drawing.lines.map((line) => voteDataset(line, options.targetRadius, colors))

  /** Chart.js' rectangle and ranges. */
  const plotOf = ({ width, height, chartArea, scales: { x, y } }: Chart): PlotArea | null => {
    if (!x || !y) return null
    const { left, right, top, bottom } = chartArea
    const range = { xMin: x.min, xMax: x.max, yMin: y.min, yMax: y.max }
    const hasCandlesticks = !scene.columns
    const { scale } = input.colors
    return { width, height, left, right, top, bottom, hasCandlesticks, scale, ...range }
  }

  const clipped = (chart: Chart, paint: (plot: PlotArea) => void) => {
    const plot = plotOf(chart)
    if (!plot) return
    const { ctx } = chart
    ctx.save()
    ctx.beginPath()
    ctx.rect(plot.left, plot.top, plot.right - plot.left, plot.bottom - plot.top)
    ctx.clip()
    paint(plot)
    ctx.restore()
  }

  const painter: Plugin<'line'> = {
    id: 'price',
    beforeRender: () => isDrawing,
    beforeUpdate: (chart) => {
      width = chart.width
      scene = sceneOf(input)
    },
    afterUpdate: (chart) => {
      area.setState(plotOf(chart), true)
    },
    beforeDatasetsDraw: (chart) => {
      clipped(chart, (plot) => {
        paintLevels(chart.ctx, input.levels, plot, input.colors)
        paintBars(chart.ctx, input.bars, scene, plot, input.colors)
      })
    },
    afterDatasetsDraw: (chart) => {
      clipped(chart, (plot) => {
        paintMarks(chart.ctx, input.marks, plot, input.colors)
      })
    },
  }

  const draw = (chart: PriceChart) => {
    const { drawing } = scene
    scene = sceneOf(input)
    if (!isSameDrawing(drawing.lines, scene.drawing.lines)) {
      chart.data.datasets = datasetsOf(scene, input.colors)
      const { plugins } = chart.config.options ?? {}
      if (plugins) plugins.annotation = drawingAnnotations(scene, input.colors)
    }
    chart.update('none')
  }

  return {
    plugins: [painter],

    /** The configuration for an input in the present viewport. */
    configOf(next: CanvasInput): PriceConfig {
      const { colors } = next
      const present = sceneOf(next)
      return {
        data: { labels: [], datasets: datasetsOf(present, colors) },
        options: {
          ...axisOptions(() => scene, next),
          plugins: { annotation: drawingAnnotations(present, colors) },
        },
      }
    },

    /** Draws the chart, which is only laid out until then: both would be one long task. */
    startDrawing(chart: PriceChart): void {
      isDrawing = true
      chart.render()
    },

    /** Paints `next` from the next update of the chart on. */
    setInput(next: CanvasInput): void {
      input = next
    },

    /** Draws each change of the viewport. @returns ends that */
    followViewport(chart: PriceChart): () => void {
      let frame = 0
      const unsubscribe = viewport.subscribe(() => {
        frame ||= requestAnimationFrame(() => {
          frame = 0
          draw(chart)
        })
      })
      return () => {
        unsubscribe()
        cancelAnimationFrame(frame)
      }
    },
  }
}

function isSameDrawing(one: readonly VoteLine[], other: readonly VoteLine[]): boolean {
  return one.length === other.length && one.every(({ key }, index) => key === other[index]?.key)
}
