import { useContext, useId, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { Failure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { CurrentPrice, PriceBadges } from '#desktop/renderer/features/market/live-price.tsx'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { chartTexts } from '#shared/i18n/screens/chart.ts'
import { useCandles } from './api.ts'
import { ChartFocusContext, createChartFocus } from './chart-focus.ts'
import { ChartPlot } from './components/chart-plot.tsx'
import { ChartText } from './components/chart-text.tsx'
import { getDrawing, startsBeforeChart } from './model/drawing.ts'
import { readView, saveView, VIEW_OPTIONS, VIEWS, type View } from './model/scene.ts'
import styles from './price-chart.module.css'

const noFocus = createChartFocus()

/** The price with the targets of both rounds, or with the viewed vote. */
export function PriceChart() {
  const { preferences } = useServices().platform
  const t = useTexts(chartTexts)
  const textId = useId()
  const focus = useStore(useContext(ChartFocusContext) ?? noFocus)
  const [view, setView] = useState<View>(() => readView(preferences))
  const candles = useCandles()
  const summary = useSummary().data
  const [closed, live] = [summary?.target1, summary?.target2]

  const week = focus.kind === 'view' && focus.round?.length ? focus.round : null
  // The target of the vote whose own week the reader has left for another period.
  const [left, setLeft] = useState<string | null>(null)
  const isRound = week !== null && focus.kind === 'view' && focus.targetTime !== left

  const shown = useMemo(
    () => (isRound ? week : candles.data?.slice(0, VIEW_OPTIONS[view].points)) ?? [],
    [isRound, week, candles.data, view],
  )
  const oldest = shown.at(-1)?.otime ?? 0
  const drawing = useMemo(() => {
    const rounds = closed && live && { target1: closed, target2: live }
    return getDrawing(focus, rounds, oldest)
  }, [focus, closed, live, oldest])

  const chooseView = (chosen: View | 'round') => {
    setLeft(chosen !== 'round' && focus.kind === 'view' ? focus.targetTime : null)
    if (chosen === 'round') return
    setView(chosen)
    saveView(preferences, chosen)
  }
  const reference = focus.kind === 'view' ? focus.refPrice : (live?.refPrice ?? null)
  return (
    <section className={styles.chart} aria-label={t('chart.label')}>
      <ChartHead view={isRound ? 'round' : view} hasRound={week !== null} onChoose={chooseView} />
      {shown.length === 0 ? (
        <NoPrices hasFailed={candles.errorUpdateCount > 0} onRetry={() => candles.refetch()} />
      ) : (
        <figure className={styles.figure} aria-describedby={textId}>
          <ChartPlot
            shown={shown}
            drawing={drawing}
            view={isRound ? 'medium' : view}
            isPast={isRound}
            reference={reference}
          />
          {startsBeforeChart(focus, oldest) && (
            <figcaption className={styles.warning}>{t('chart.beyond')}</figcaption>
          )}
          <ChartText id={textId} shown={shown} focus={focus} closed={closed} live={live} />
        </figure>
      )}
    </section>
  )
}

interface ChartHeadProps {
  view: View | 'round'
  /** Whether the week of one round can be chosen. */
  hasRound: boolean
  onChoose: (view: View | 'round') => void
}

/** The live price with its freshness, and the view picker. */
function ChartHead({ view, hasRound, onChoose }: ChartHeadProps) {
  const { t: core, format } = useLanguage()
  const t = useTexts(chartTexts)
  return (
    <div className={styles.head}>
      <p className={styles.now}>
        <span className={styles.pair}>{core('price.heading')}</span>
        <span className={styles.price}>
          <CurrentPrice places={2} />
        </span>
        <span className={styles.badges}>
          <PriceBadges />
        </span>
      </p>
      <fieldset className={styles.views} data-shortcut="views" aria-label={t('chart.views')}>
        {hasRound && (
          <button
            type="button"
            aria-pressed={view === 'round'}
            title={t('chart.roundHint')}
            onClick={() => onChoose('round')}
          >
            {t('chart.view.round')}
          </button>
        )}
        {VIEWS.map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={option === view}
            title={t('chart.viewHint', { count: format.count(VIEW_OPTIONS[option].points) })}
            onClick={() => onChoose(option)}
          >
            {t(`chart.view.${option}`)}
          </button>
        ))}
      </fieldset>
    </div>
  )
}

interface NoPricesProps {
  hasFailed: boolean
  onRetry: () => void
}

/** Takes the chart's place while there are no prices. */
function NoPrices({ hasFailed, onRetry }: NoPricesProps) {
  const t = useTexts(chartTexts)
  return (
    <div className={styles.waiting}>
      {hasFailed ? (
        <Failure text={t('chart.failed')} onRetry={onRetry} />
      ) : (
        <Loading text={t('chart.loading')} />
      )}
    </div>
  )
}
