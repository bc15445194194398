import type { Chart } from 'chart.js'
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Chart as ReactChart } from 'react-chartjs-2'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AlertLine, Draft } from '#desktop/renderer/features/chart/model/alert-lines.ts'
import { type Bar, toBars, visibleRange } from '#desktop/renderer/features/chart/model/bars.ts'
import type { Drawing, Level, Point } from '#desktop/renderer/features/chart/model/drawing.ts'
import type { Marks } from '#desktop/renderer/features/chart/model/marks.ts'
import type { PlotArea } from '#desktop/renderer/features/chart/model/plot-area.ts'
import type { Preset } from '#desktop/renderer/features/chart/model/scene.ts'
import type { Series } from '#desktop/renderer/features/chart/model/series.ts'
import type { Bounds, Viewport } from '#desktop/renderer/features/chart/model/viewport.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { zoneNames } from '#shared/i18n/format.ts'
import { chartTexts } from '#shared/i18n/screens/chart.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import type { AxisFormat } from './axes.ts'
import { type AlertPlaces, AxisTags, type PriceTag } from './axis-tags.tsx'
import { ChartAlerts } from './chart-alerts.tsx'
import { useChartColors } from './chart-colors.ts'
import { ChartCursor } from './chart-cursor.tsx'
import { ChartLegend } from './chart-legend.tsx'
import styles from './chart-plot.module.css'
import { useHourText } from './hour-text.ts'
import { LivePrice } from './live-price.tsx'
import { type CanvasInput, createPricePainter, type PriceConfig } from './price-painter.ts'
import { useWhileVisible } from './use-visible.ts'

export interface ChartPlotProps {
  /** All candles at hand, newest first; not empty. */
  series: Series
  preset: Preset
  /** The panned or zoomed part of the time axis; null shows the preset. */
  viewport: Viewport | null
  /** Called after the reader has panned or zoomed, with null after a reset. */
  onViewport: (viewport: Viewport | null) => void
  /** The overlay of a chart whose oldest displayed hour is at `oldest`. Must be memoized. */
  getDrawing: (oldest: number) => Drawing
  levels: readonly Level[]
  /** The viewer's price alerts. */
  alerts: readonly AlertLine[]
  marks: Marks
  /** Without the live price and the alerts, which are not of this time. */
  isPast?: boolean
  /** The price that the cursor's change refers to. */
  reference: string | null
}

const NO_ALERTS: readonly AlertLine[] = []

/** The canvas with legend and axis titles, and over it the live price and the cursor. */
export const ChartPlot = memo(function ChartPlot(props: ChartPlotProps) {
  const { series, preset, getDrawing, levels, marks, isPast = false, reference, onViewport } = props
  const alerts = isPast ? NO_ALERTS : props.alerts
  const t = useTexts(chartTexts)
  const box = useRef<HTMLDivElement>(null)
  const colors = useChartColors(box)
  const format = useAxisFormat()
  const [area] = useState(() => createStore<PlotArea | null>(() => null))
  const [hour] = useState(() => createStore<number | null>(() => null))
  const [tag] = useState(() => createStore<PriceTag | null>(() => null))
  const [draft] = useState(() => createStore<Draft | null>(() => null))
  const [places] = useState(() => createStore<AlertPlaces>(() => new Map()))
  const [viewport] = useState(() => createStore<Viewport | null>(() => props.viewport))
  useEffect(() => viewport.setState(props.viewport, true), [viewport, props.viewport])

  const bars = useMemo(() => toBars(series), [series])
  const bounds = useBounds(bars, preset, getDrawing)
  const [outside, setOutside] = useState<{ of: Series; price: number } | null>(null)
  const extendRange = useCallback((price: number) => setOutside({ of: series, price }), [series])
  const price = outside?.of === series && !isPast ? outside.price : null
  // The first drawing is a task of its own.
  const hasFrame = useStage(1) === 1
  const present = useMemo<CanvasInput | null>(
    () => colors && { bars, preset, getDrawing, levels, alerts, marks, price, colors, format },
    [bars, preset, getDrawing, levels, alerts, marks, price, colors, format],
  )
  const input = useWhileVisible(present, null)
  const describe = useHourText(series, reference)
  const visible = useVisibleBars(bars, preset, props.viewport)
  const last = bars.at(-1)
  const newestFinished = bars.findLast(({ volume }) => volume !== null) ?? last
  return (
    <div className={styles.frame}>
      <div className={styles.above}>
        <ChartLegend hour={hour} newest={newestFinished?.x ?? 0} describe={describe} />
        <p className={styles.priceTitle}>{t('chart.axis.price')}</p>
      </div>
      <div className={styles.plot}>
        <div ref={box} className={styles.canvas} aria-hidden="true">
          {hasFrame && input && <Canvas input={input} area={area} viewport={viewport} />}
        </div>
        {last && !isPast && <LivePrice area={area} tag={tag} last={last} onOutside={extendRange} />}
        <AxisTags
          area={area}
          levels={levels}
          alerts={alerts}
          draft={draft}
          price={tag}
          places={places}
        />
        <ChartCursor
          bars={visible}
          area={area}
          viewport={viewport}
          bounds={bounds}
          hour={hour}
          describe={describe}
          onViewport={onViewport}
        />
        {!isPast && (
          <ChartAlerts
            alerts={alerts}
            area={area}
            draft={draft}
            places={places}
            bars={visible}
            hour={hour}
          />
        )}
        {props.viewport && (
          <button type="button" className={styles.reset} onClick={() => onViewport(null)}>
            {t('chart.reset')}
          </button>
        )}
      </div>
      <TimeTitle from={visible[0]?.x ?? 0} to={last?.x ?? 0} />
    </div>
  )
})

interface CanvasProps {
  input: CanvasInput
  area: StoreApi<PlotArea | null>
  viewport: StoreApi<Viewport | null>
}

/** Fills its parent, which must be positioned and contain nothing else. */
function Canvas({ input, area, viewport }: CanvasProps) {
  const chart = useRef<Chart<'line', Point[]>>(null)
  const [painter] = useState(() => createPricePainter(input, { area, viewport }))
  const config = useMemo(() => painter.configOf(input), [painter, input])
  const stage = useStage(3)
  const { data, options } = useMemo(() => partOf(config, stage), [config, stage])
  // react-chartjs-2 updates the chart in an effect, thus later.
  useLayoutEffect(() => painter.setInput(input), [painter, input])
  useEffect(() => (chart.current ? painter.followViewport(chart.current) : undefined), [painter])
  useEffect(() => {
    if (stage === 1 && chart.current) painter.startDrawing(chart.current)
  }, [painter, stage])
  return (
    <ReactChart ref={chart} type="line" data={data} options={options} plugins={painter.plugins} />
  )
}

/** Counts from 0 to `last`, one step in a task of its own, between which the page answers input. */
function useStage(last: number): number {
  const [stage, setStage] = useState(0)
  useEffect(() => {
    if (stage === last) return
    const timer = setTimeout(() => setStage(stage + 1))
    return () => clearTimeout(timer)
  }, [stage, last])
  return stage
}

/** The axes at first, then the prices, then band and labels too: together they would be one long task. */
function partOf({ data, options }: PriceConfig, stage: number): PriceConfig {
  return {
    data: stage > 1 ? data : { ...data, datasets: [] },
    options: stage > 2 ? options : { ...options, plugins: {} },
  }
}

/** The limits of panning and zooming, as a ref: gestures read them without a render. */
function useBounds(bars: readonly Bar[], preset: Preset, getDrawing: (oldest: number) => Drawing) {
  const bounds = useRef<Bounds>({ from: 0, to: 0, newest: 0 })
  useLayoutEffect(() => {
    const [from, newest] = [bars[0]?.x ?? 0, bars.at(-1)?.x ?? 0]
    const ends = getDrawing(preset.from).lines.map((line) => line.to.x)
    const to = Math.max(newest + HOUR_MS, preset.to ?? 0, ...ends)
    // The labels at the ends of the lines stay visible.
    bounds.current = { from, to: to + (to - from) * 0.03, newest }
  }, [bars, preset, getDrawing])
  return bounds
}

/** The hours that the reader sees; never empty, so that the cursor always has a value. */
function useVisibleBars(
  bars: readonly Bar[],
  preset: Preset,
  viewport: Viewport | null,
): readonly Bar[] {
  return useMemo(() => {
    const { from, to } = viewport ?? {
      from: preset.from,
      to: preset.to ?? Number.POSITIVE_INFINITY,
    }
    const [start, end] = visibleRange(bars, viewport ? from : from + HOUR_MS - 1, to)
    return end > start ? bars.slice(start, end) : bars.slice(-1)
  }, [bars, preset, viewport])
}

/** Axis labels in the user's language and the browser's time zone. */
function useAxisFormat(): AxisFormat {
  const { locale, format } = useLanguage()
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' })
    return {
      day: (instant) => day.format(instant),
      time: (instant) => format.time(instant),
      price: (value) => format.count(Math.round(value)),
    }
  }, [locale, format])
}

/** The browser's time zone and its UTC offset; both offsets if the clocks change within the range. */
function TimeTitle({ from, to }: { from: number; to: number }) {
  const t = useTexts(chartTexts)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <p className={styles.timeTitle}>
      {t('chart.axis.time', { zone: zoneNames(timeZone, from, to) })}
    </p>
  )
}
