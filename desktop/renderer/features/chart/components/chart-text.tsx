import { memo, useState } from 'react'
import type { ChartFocus } from '#desktop/renderer/features/chart/chart-focus.ts'
import {
  dailyOpens,
  type Series,
  summarize,
} from '#desktop/renderer/features/chart/model/series.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { Target } from '#shared/contract/summary.ts'
import { chartTexts } from '#shared/i18n/screens/chart.ts'
import styles from './chart-text.module.css'

interface ChartTextProps {
  /** Id of the sentences, for the figure's `aria-describedby`. */
  id: string
  /** The displayed candles, newest first. */
  shown: Series
  focus: ChartFocus
  closed: Target | undefined
  live: Target | undefined
}

/** The chart's text alternative: sentences, and a table that is rendered when it is opened. */
export const ChartText = memo(function ChartText(props: ChartTextProps) {
  const { id, shown, focus, closed, live } = props
  const { t: core, format } = useLanguage()
  const t = useTexts(chartTexts)
  const [isOpen, setIsOpen] = useState(false)
  const summary = summarize(shown)
  if (!summary) return null
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
      <summary>{t('chart.asText')}</summary>
      <div id={id} className={styles.sentences}>
        <p>
          {t('chart.prices', {
            count: format.count(summary.count),
            from: format.date(summary.first.otime),
            to: format.date(summary.last.otime),
            first: price(summary.first.oprice),
            last: price(summary.last.oprice),
            low: price(summary.low.oprice),
            high: price(summary.high.oprice),
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

/** The daily opening prices. */
function DailyTable({ shown }: { shown: Series }) {
  const { format } = useLanguage()
  const t = useTexts(chartTexts)
  return (
    <table className={styles.table}>
      <caption>{t('chart.tableCaption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('chart.tableTime')}</th>
          <th scope="col">{t('chart.tablePrice')}</th>
        </tr>
      </thead>
      <tbody>
        {dailyOpens(shown).map(({ otime, oprice }) => (
          <tr key={otime}>
            <th scope="row">{format.date(otime)}</th>
            <td>{format.price(oprice, 2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
