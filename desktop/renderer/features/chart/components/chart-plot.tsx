import {
  Chart,
  LinearScale,
  LineController,
  LineElement,
  type Plugin,
  PointElement,
} from 'chart.js'
import annotation from 'chartjs-plugin-annotation'
import {
  memo,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Chart as ReactChart } from 'react-chartjs-2'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Drawing } from '#desktop/renderer/features/chart/model/drawing.ts'
import {
  type AxisRange,
  createScene,
  type PlotArea,
  type Scene,
  type View,
} from '#desktop/renderer/features/chart/model/scene.ts'
import { type Series, toPoints } from '#desktop/renderer/features/chart/model/series.ts'
import { zoneNames } from '#desktop/renderer/features/chart/model/zone-names.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { chartTexts } from '#shared/i18n/screens/chart.ts'
import { type AxisFormat, canvasData, canvasOptions } from './canvas-config.ts'
import { type ChartColors, useChartColors } from './chart-colors.ts'
import { ChartCursor } from './chart-cursor.tsx'
import styles from './chart-plot.module.css'
import { LivePrice } from './live-price.tsx'

Chart.register(LineController, LineElement, PointElement, LinearScale, annotation)

interface ChartPlotProps {
  /** The displayed candles, newest first; not empty. */
  shown: Series
  drawing: Drawing
  view: View
  /** Without the live price, which is not of this time. */
  isPast?: boolean
  /** The price that the cursor's change refers to. */
  reference: string | null
}

/** The canvas with the axis titles, and over it the live price and the cursor. */
export const ChartPlot = memo(function ChartPlot(props: ChartPlotProps) {
  const { shown, drawing, view, isPast = false, reference } = props
  const t = useTexts(chartTexts)
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const colors = useChartColors(box)
  const [area] = useState(() => createStore<PlotArea | null>(() => null))
  const points = useMemo(() => toPoints(shown), [shown])
  const [outside, setOutside] = useState<{ of: Series; price: number } | null>(null)
  const extendRange = useCallback((price: number) => setOutside({ of: shown, price }), [shown])
  const price = outside?.of === shown ? outside.price : null
  const scene = useMemo(
    () => (width > 0 ? createScene({ points, drawing, view, price, width }) : null),
    [points, drawing, view, price, width],
  )
  const last = points.at(-1)
  return (
    <div>
      <p className={styles.priceTitle}>{t('chart.axis.price')}</p>
      <div className={styles.plot}>
        <div ref={box} className={styles.canvas}>
          {scene && colors && <Canvas scene={scene} colors={colors} area={area} />}
        </div>
        {last && !isPast && <LivePrice area={area} last={last} onOutside={extendRange} />}
        <ChartCursor shown={shown} points={points} reference={reference} area={area} />
      </div>
      {scene && <TimeTitle range={scene.range} />}
    </div>
  )
})

interface CanvasProps {
  scene: Scene
  colors: ChartColors
  /** Set to the plot's rectangle after each layout. */
  area: StoreApi<PlotArea | null>
}

/** Fills its parent, which must be positioned and contain nothing else. */
function Canvas({ scene, colors, area }: CanvasProps) {
  const format = useAxisFormat()
  const [plugins] = useState(() => [publishArea(area)])
  const data = useMemo(() => canvasData(scene, colors), [scene, colors])
  const options = useMemo(() => canvasOptions(scene, colors, format), [scene, colors, format])
  // Chart.js' update mode "none" would reuse the radius and color of the previous points.
  return (
    <ReactChart type="line" data={data} options={options} plugins={plugins} aria-hidden="true" />
  )
}

/** A plugin that publishes the plot's rectangle for the elements over the canvas. */
function publishArea(area: StoreApi<PlotArea | null>): Plugin<'line'> {
  return {
    id: 'area',
    afterUpdate({ width, chartArea: { left, right, top, bottom }, scales: { x, y } }) {
      if (!x || !y) return
      const range = { xMin: x.min, xMax: x.max, yMin: y.min, yMax: y.max }
      area.setState({ width, left, right, top, bottom, ...range }, true)
    },
  }
}

/** Axis labels in the user's language; days are in the browser's time zone. */
function useAxisFormat(): AxisFormat {
  const { locale, format } = useLanguage()
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' })
    return {
      day: (instant) => day.format(instant),
      price: (value) => format.count(value),
    }
  }, [locale, format])
}

/** The scene is rebuilt per step of this many pixels; in between the canvas stretches. */
const WIDTH_STEP = 40

/** An element's width in CSS pixels, rounded up to a step; 0 until it is mounted. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const measure = () => setWidth(Math.ceil(box.clientWidth / WIDTH_STEP) * WIDTH_STEP)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  return width
}

/** The browser's time zone and its UTC offset; both offsets if the clocks change within the range. */
function TimeTitle({ range }: { range: AxisRange }) {
  const t = useTexts(chartTexts)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const zone = zoneNames(timeZone, range.xMin, range.xMax)
  return <p className={styles.timeTitle}>{t('chart.axis.time', { zone })}</p>
}
