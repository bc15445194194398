import {
  type ReactNode,
  useCallback,
  useContext,
  useDeferredValue,
  useId,
  useMemo,
  useState,
} from 'react'
import { useStore } from 'zustand'
import { Failure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { useIdleLoad } from '#desktop/renderer/components/use-idle-module.ts'
import { useOwnLevels } from '#desktop/renderer/features/levels/own-levels.ts'
import { useOwnVotes } from '#desktop/renderer/features/own-votes/use-own-votes.ts'
import { useRoundsSince } from '#desktop/renderer/features/rounds/api.ts'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import { usePreference, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { chartTexts } from '#shared/i18n/screens/chart.ts'
import { useCandleSummary, useCandles } from './api.ts'
import { ChartFocusContext, createChartFocus } from './chart-focus.ts'
import { ChartHead } from './components/chart-head.tsx'
import { ChartText, SummaryText } from './components/chart-text.tsx'
import { withKnownBars } from './model/bars.ts'
import { getDrawing, getLevels, startsBeforeChart } from './model/drawing.ts'
import { createMarks, type Marks } from './model/marks.ts'
import { presetOf, roundStart, seriesIn } from './model/preset.ts'
import type { Viewport } from './model/viewport.ts'
import { saveView, VIEW_KEY, type View, viewOf } from './model/views.ts'
import styles from './price-chart.module.css'
import { useFold } from './use-fold.ts'

const noFocus = createChartFocus()
const loadPlot = () => import('./components/chart-plot.tsx')

interface PriceChartProps {
  /** The chart is all that its window shows. */
  isOwnWindow?: boolean
}

/**
 * The price with the targets of both rounds, or with the viewed vote. It takes the width of its container,
 * and the height too where that is fixed; else the plot is 400 px high.
 */
export function PriceChart({ isOwnWindow = false }: PriceChartProps) {
  const { preferences } = useServices().platform
  const t = useTexts(chartTexts)
  const textId = useId()
  const focus = useStore(useContext(ChartFocusContext) ?? noFocus)
  const stored = viewOf(usePreference(VIEW_KEY))
  const [chosenView, setChosenView] = useState<View | null>(null)
  const saved = chosenView ?? stored
  const fold = useFold(!isOwnWindow)
  const plotLoad = useIdleLoad(fold.isFolded ? null : loadPlot)
  const plot = plotLoad.module
  const initial = useCandleSummary()
  const [isTextOpen, setIsTextOpen] = useState(false)
  const candles = useCandles(!fold.isFolded || isTextOpen || initial === null)
  const summary = useSummary().data
  const [closed, live] = [summary?.target1, summary?.target2]

  const week = focus.kind === 'view' && focus.round?.length ? focus.round : null
  // The target of the vote whose own week the reader has left for another period.
  const [left, setLeft] = useState<string | null>(null)
  const isWeek = week !== null && focus.kind === 'view' && focus.targetTime !== left
  const view = isWeek ? 'round' : saved

  // 3,000 candles are long work: the page answers between its steps.
  const all = useDeferredValue(candles.data)
  const series = useMemo(
    () => (isWeek ? withKnownBars(week, all ?? []) : (all ?? [])),
    [isWeek, week, all],
  )
  const start = roundStart(focus, live)
  const preset = useMemo(() => presetOf(series, view, start), [series, view, start])
  const [zoomed, setZoomed] = useState<{ key: string; viewport: Viewport } | null>(null)
  // Another period, round or vote begins with its own preset.
  const key = `${view} ${isWeek} ${focus.kind === 'view' ? focus.targetTime : ''}`
  const viewport = zoomed?.key === key ? zoomed.viewport : null
  const onViewport = useCallback(
    (next: Viewport | null) => setZoomed(next && { key, viewport: next }),
    [key],
  )
  const { from, to } = viewport ?? preset
  const shown = useMemo(() => seriesIn(series, from, to), [series, from, to])
  const oldest = Math.min(preset.from, shown.at(-1)?.otime ?? preset.from)
  const drawingAt = useCallback(
    (first: number) =>
      getDrawing(focus, closed && live && { target1: closed, target2: live }, first),
    [focus, closed, live],
  )
  const levels = useMemo(() => getLevels(focus, live), [focus, live])
  const { marks, isLoading } = useMarks(series.length > 0 ? oldest : Number.POSITIVE_INFINITY)

  const chooseView = (chosen: View) => {
    setZoomed(null)
    const hasOwnWeek = focus.kind === 'view' && week !== null
    setLeft(chosen !== 'round' && hasOwnWeek ? focus.targetTime : null)
    if (chosen === 'round' && hasOwnWeek) return
    setChosenView(chosen)
    saveView(preferences, chosen)
  }
  const isDrawn = series.length > 0 && plot !== null && !fold.isFolded
  const alerts = useOwnLevels(isDrawn || isTextOpen)
  const hasText = series.length > 0 || initial !== null
  const hasNoCandles = series.length === 0 && candles.errorUpdateCount > 0
  const retry = () => {
    plotLoad.retry()
    if (hasNoCandles) candles.refetch()
  }
  const waiting = !isDrawn && (
    <Waiting isEmpty={!hasText}>
      {hasNoCandles || (plotLoad.hasFailed && !fold.isFolded) ? (
        <Failure text={t('chart.failed')} onRetry={retry} />
      ) : initial ? (
        // The text under the plot says the same to screen readers.
        <p className={styles.summary} aria-hidden="true">
          <SummaryText summary={initial} />
        </p>
      ) : (
        !fold.isFolded && <Loading text={t('chart.loading')} />
      )}
    </Waiting>
  )
  return (
    <section
      className={styles.chart}
      aria-label={t('chart.label')}
      data-folded={fold.isFoldedOnPhones || undefined}
    >
      <ChartHead
        view={viewport ? null : view}
        fold={fold}
        isOwnWindow={isOwnWindow}
        onChoose={chooseView}
      />
      {!hasText && waiting}
      {hasText && (
        <figure className={styles.figure} aria-describedby={textId} aria-busy={isLoading}>
          {waiting}
          {isDrawn && (
            <plot.ChartPlot
              series={series}
              preset={preset}
              viewport={viewport}
              onViewport={onViewport}
              getDrawing={drawingAt}
              levels={levels}
              alerts={alerts}
              marks={marks}
              isPast={isWeek}
              reference={focus.kind === 'view' ? focus.refPrice : (live?.refPrice ?? null)}
            />
          )}
          {series.length > 0 && startsBeforeChart(focus, oldest) && (
            <figcaption className={styles.warning}>{t('chart.beyond')}</figcaption>
          )}
          <ChartText
            id={textId}
            isOpen={isTextOpen}
            onToggle={setIsTextOpen}
            shown={shown}
            initial={initial}
            focus={focus}
            closed={closed}
            live={live}
            levels={levels}
            alerts={alerts}
            marks={marks}
          />
        </figure>
      )}
    </section>
  )
}

/** Takes the plot's place while there is none. */
const Waiting = ({ isEmpty, children }: { isEmpty: boolean; children: ReactNode }) => (
  <div className={styles.waiting} data-empty={isEmpty || undefined}>
    {children}
  </div>
)

/** The settled rounds since `from` (epoch ms) and the own votes; `isLoading` until both are there. */
function useMarks(from: number): { marks: Marks; isLoading: boolean } {
  const { rounds, isLoading } = useRoundsSince(from)
  const votes = useOwnVotes()
  const marks = useMemo(() => createMarks(rounds, votes.data ?? []), [rounds, votes.data])
  return { marks, isLoading: isLoading || votes.isLoading }
}
