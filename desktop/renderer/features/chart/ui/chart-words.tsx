import { memo, useState } from 'react'
import type { ChartFocus } from '#desktop/renderer/features/chart/chart-focus.ts'
import { factsOf } from '#desktop/renderer/features/chart/model/facts.ts'
import type { Series } from '#desktop/renderer/features/chart/model/series.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { Target } from '#shared/contract/summary.ts'
import { chartTexts } from '#shared/i18n/screens/chart.ts'
import styles from './chart-words.module.css'
import { DailyTable } from './daily-table.tsx'

interface ChartWordsProps {
  /** Of the sentences, by which the figure is described. */
  id: string
  /** The displayed candles, newest first. */
  shown: Series
  focus: ChartFocus
  closed: Target | undefined
  live: Target | undefined
}

/** What the chart shows, in words and as a table; the rows are made when somebody opens them. */
export const ChartWords = memo(function ChartWords(props: ChartWordsProps) {
  const { id, shown, focus, closed, live } = props
  const { t: core, format } = useLanguage()
  const t = useTexts(chartTexts)
  const [isOpen, setIsOpen] = useState(false)
  const facts = factsOf(shown)
  if (!facts) return null
  const price = (value: string) => format.price(value, 2)
  const round = (key: 'chart.closedRound' | 'chart.liveRound', target: Target | undefined) =>
    target?.refPrice
      ? t(key, {
          reference: price(target.refPrice),
          target: format.date(Date.parse(target.targetDate)),
        })
      : null
  return (
    <details
      className={styles.details}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{t('chart.words')}</summary>
      <div id={id} className={styles.sentences}>
        <p>
          {t('chart.prices', {
            count: format.count(facts.count),
            from: format.date(facts.first.otime),
            to: format.date(facts.last.otime),
            first: price(facts.first.oprice),
            last: price(facts.last.oprice),
            low: price(facts.low.oprice),
            high: price(facts.high.oprice),
          })}
        </p>
        {focus.kind === 'view' ? (
          focus.refPrice && (
            <p>
              {t('chart.vote', {
                choice: core(`direction.${focus.choice}`),
                reference: price(focus.refPrice),
                target: format.date(Date.parse(focus.targetTime)),
              })}
            </p>
          )
        ) : (
          <p>
            {round('chart.liveRound', live)} {round('chart.closedRound', closed)}
          </p>
        )}
      </div>
      {isOpen && <DailyTable shown={shown} />}
    </details>
  )
})
