import {
  Chart,
  type ChartDataset,
  LinearScale,
  LineController,
  LineElement,
  type Plugin,
  PointElement,
} from 'chart.js'
import type { StoreApi } from 'zustand/vanilla'
import type { Level, Point, VoteLine } from '#desktop/renderer/features/chart/model/drawing.ts'
import type { Marks } from '#desktop/renderer/features/chart/model/marks.ts'
import type { PlotArea } from '#desktop/renderer/features/chart/model/plot-area.ts'
import { createScene, type SceneOptions } from '#desktop/renderer/features/chart/model/scene.ts'
import type { Viewport } from '#desktop/renderer/features/chart/model/viewport.ts'
import { type AxisFormat, axisOptions, PRICE_AXIS_WIDTH } from './axes.ts'
import type { ChartColors } from './chart-colors.ts'
import { paintBars } from './paint-bars.ts'
import { paintBand, paintLabels, paintLevels, paintLevelTags, paintMarks } from './paint-overlay.ts'

Chart.register(LineController, LineElement, PointElement, LinearScale)

/** What is drawn, apart from the part of the time axis that is visible. */
export interface CanvasInput extends Omit<SceneOptions, 'viewport' | 'width'> {
  levels: readonly Level[]
  marks: Marks
  colors: ChartColors
  format: AxisFormat
}

interface CanvasDeps {
  /** Set to the plot's rectangle after each layout. */
  area: StoreApi<PlotArea | null>
  /** Null shows the preset. Each change is drawn with the next frame. */
  viewport: StoreApi<Viewport | null>
}

/** The chart on a canvas. */
export interface PriceCanvas {
  update(input: CanvasInput): void
  destroy(): void
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
 * Draws axes and vote lines with Chart.js, and the hours and marks with a plugin: an element per hour, as
 * Chart.js makes them, costs more than a frame. A new viewport changes no options and renders no React.
 */
export function createPriceCanvas(
  canvas: HTMLCanvasElement,
  first: CanvasInput,
  { area, viewport }: CanvasDeps,
): PriceCanvas {
  let input = first
  let scene = createScene({ ...input, viewport: viewport.getState(), width: canvas.clientWidth })
  let frame = 0

  const layOut = (width: number) => {
    scene = createScene({
      ...input,
      viewport: viewport.getState(),
      width: width - PRICE_AXIS_WIDTH,
    })
  }

  const datasets = () =>
    scene.drawing.lines.map((line) => voteDataset(line, scene.options.targetRadius, input.colors))

  /** Chart.js' rectangle and ranges. */
  const plotOf = ({ width, height, chartArea, scales: { x, y } }: Chart): PlotArea | null => {
    if (!x || !y) return null
    const { left, right, top, bottom } = chartArea
    const range = { xMin: x.min, xMax: x.max, yMin: y.min, yMax: y.max }
    return { width, height, left, right, top, bottom, hasCandlesticks: !scene.columns, ...range }
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
    beforeUpdate: (chart) => {
      layOut(chart.width)
    },
    afterUpdate: (chart) => {
      area.setState(plotOf(chart), true)
    },
    beforeDatasetsDraw: (chart) => {
      clipped(chart, (plot) => {
        paintBand(chart.ctx, scene, plot, input.colors)
        paintLevels(chart.ctx, input.levels, plot, input.colors)
        paintBars(chart.ctx, input.bars, scene, plot, input.colors)
      })
    },
    afterDatasetsDraw: (chart) => {
      clipped(chart, (plot) => {
        paintLabels(chart.ctx, scene, plot, input.colors)
        paintMarks(chart.ctx, input.marks, plot, input.colors)
      })
    },
    afterDraw: (chart) => {
      const plot = plotOf(chart)
      if (!plot) return
      chart.ctx.save()
      paintLevelTags(chart.ctx, input.levels, plot, input.colors, input.format.price)
      chart.ctx.restore()
    },
  }

  const chart = new Chart<'line', Point[]>(canvas, {
    type: 'line',
    data: { labels: [], datasets: datasets() },
    options: axisOptions(() => scene, input.colors, input.format),
    plugins: [painter],
  })

  const draw = () => {
    frame = 0
    const { drawing } = scene
    layOut(chart.width)
    if (!isSameDrawing(drawing.lines, scene.drawing.lines)) chart.data.datasets = datasets()
    chart.update('none')
  }
  const unsubscribe = viewport.subscribe(() => {
    frame ||= requestAnimationFrame(draw)
  })

  return {
    update(next) {
      const { colors, format } = input
      input = next
      layOut(chart.width)
      chart.data.datasets = datasets()
      if (colors !== next.colors || format !== next.format) {
        chart.options = axisOptions(() => scene, next.colors, next.format)
      }
      // The mode "none" would reuse the radius and color of the previous points.
      chart.update()
    },
    destroy() {
      unsubscribe()
      cancelAnimationFrame(frame)
      chart.destroy()
    },
  }
}

function isSameDrawing(one: readonly VoteLine[], other: readonly VoteLine[]): boolean {
  return one.length === other.length && one.every(({ key }, index) => key === other[index]?.key)
}
