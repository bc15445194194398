import { useContext, useId, useMemo, useState } from 'react'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { useStore } from '#desktop/renderer/platform/store.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { chartTexts } from '#shared/i18n/screens/chart.ts'
import { useCandles } from './api/candles.ts'
import { ChartFocusContext, createChartFocus } from './chart-focus.ts'
import { drawingOf, isBeyond } from './model/drawing.ts'
import { referenceOf } from './model/reference.ts'
import { keepView, keptView, VIEW_LOOKS, type View } from './model/view.ts'
import styles from './price-chart.module.css'
import { ChartHead } from './ui/chart-head.tsx'
import { ChartStage } from './ui/chart-stage.tsx'
import { ChartWaiting } from './ui/chart-waiting.tsx'
import { ChartWords } from './ui/chart-words.tsx'

const noFocus = createChartFocus()

/** The price with the targets of the rounds, or with the vote that is looked at. */
export function PriceChart() {
  const { preferences } = useServices().platform
  const t = useTexts(chartTexts)
  const words = useId()
  const focus = useStore(useContext(ChartFocusContext) ?? noFocus)
  const [view, setView] = useState<View>(() => keptView(preferences))
  const candles = useCandles()
  const summary = useSummary().data
  const [closed, live] = [summary?.target1, summary?.target2]

  const shown = useMemo(
    () => candles.data?.slice(0, VIEW_LOOKS[view].points) ?? [],
    [candles.data, view],
  )
  const oldest = shown.at(-1)?.otime ?? 0
  const drawing = useMemo(() => {
    const rounds = closed && live && { target1: closed, target2: live }
    return drawingOf(focus, rounds, oldest)
  }, [focus, closed, live, oldest])

  const choose = (chosen: View) => {
    setView(chosen)
    keepView(preferences, chosen)
  }
  const waiting = (
    <ChartWaiting hasFailed={candles.errorUpdateCount > 0} onRetry={() => candles.refetch()} />
  )
  return (
    <section className={styles.chart} aria-label={t('chart.label')}>
      <ChartHead view={view} onChoose={choose} />
      {shown.length === 0 ? (
        waiting
      ) : (
        <figure className={styles.figure} aria-describedby={words}>
          <ChartStage
            shown={shown}
            drawing={drawing}
            view={view}
            reference={referenceOf(focus, summary)}
          />
          {isBeyond(focus, oldest) && (
            <figcaption className={styles.warning}>{t('chart.beyond')}</figcaption>
          )}
          <ChartWords id={words} shown={shown} focus={focus} closed={closed} live={live} />
        </figure>
      )}
    </section>
  )
}
