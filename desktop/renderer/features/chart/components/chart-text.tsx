import { memo } from 'react'
import type { ChartFocus } from '#desktop/renderer/features/chart/chart-focus.ts'
import type { Level } from '#desktop/renderer/features/chart/model/drawing.ts'
import type { Marks } from '#desktop/renderer/features/chart/model/marks.ts'
import {
  daysOf,
  type Series,
  type SeriesSummary,
  summarize,
} from '#desktop/renderer/features/chart/model/series.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { Target } from '#shared/contract/summary.ts'
import { directionText } from '#shared/i18n/direction.ts'
import { chartTexts } from '#shared/i18n/screens/chart.ts'
import type { Direction } from '#shared/rules/band.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import styles from './chart-text.module.css'

interface ChartTextProps {
  /** Id of the sentences, for the figure's `aria-describedby`. */
  id: string
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  /** The displayed candles, newest first. */
  shown: Series
  /** Their summary until they are there. */
  initial: SeriesSummary | null
  focus: ChartFocus
  closed: Target | undefined
  live: Target | undefined
  levels: readonly Level[]
  /** The viewer's price alerts. */
  alerts: readonly { price: string }[]
  marks: Marks
}

const UNKNOWN = '–'

/** The chart's text alternative: sentences, and a table that is rendered when it is opened. */
export const ChartText = memo(function ChartText(props: ChartTextProps) {
  const { id, isOpen, onToggle, shown, initial, focus, closed, live, levels, alerts, marks } = props
  const language = useLanguage()
  const { format } = language
  const t = useTexts(chartTexts)
  const summary = summarize(shown) ?? initial
  if (!summary) return null
  const price = (value: string) => format.price(value, 2)
  const levelPrice = (direction: Direction) => {
    const level = levels.find((one) => one.direction === direction)
    return level ? price(level.price.toFixed(2)) : ''
  }
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
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <summary>{t('chart.asText')}</summary>
      <div id={id} className={styles.sentences}>
        <p>
          <SummaryText summary={summary} />
        </p>
        {focus.kind === 'view' ? (
          focus.refPrice && (
            <p>
              {t('chart.vote', {
                choice: directionText(language, focus.choice, focus.refPrice),
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
        {levels.length > 0 && (
          <p>
            {t('chart.levels', {
              up: levelPrice('up'),
              steady: levelPrice('steady'),
              down: levelPrice('down'),
            })}
          </p>
        )}
        {alerts.length > 0 && (
          <p>{t('chart.alerts', { prices: alerts.map((one) => price(one.price)).join('; ') })}</p>
        )}
        <MarkSentences marks={marks} from={summary.first.otime} to={summary.last.otime} />
      </div>
      {isOpen && <DailyTable shown={shown} />}
    </details>
  )
})

/** First, last, lowest and highest price of the displayed hours, and their volume. */
export function SummaryText({ summary }: { summary: SeriesSummary }) {
  const { format } = useLanguage()
  const t = useTexts(chartTexts)
  const price = (value: string) => format.price(value, 2)
  const prices = t('chart.prices', {
    count: format.count(summary.count),
    from: format.date(summary.first.otime),
    to: format.date(summary.last.otime),
    first: price(summary.first.oprice),
    last: price(summary.last.oprice),
    low: price(summary.low),
    high: price(summary.high),
  })
  if (summary.volume === null) return prices
  // One text: a sentence of its own would jump to another line when the markup's UTC turns into local time.
  return `${prices} ${t('chart.volumeSum', { volume: format.count(Math.round(summary.volume)) })}`
}

interface MarkSentencesProps {
  marks: Marks
  /** The displayed hours, epoch ms. */
  from: number
  to: number
}

/** The own votes and the settled rounds within the displayed hours. */
function MarkSentences({ marks, from, to }: MarkSentencesProps) {
  const language = useLanguage()
  const { format } = language
  const t = useTexts(chartTexts)
  const isShown = ({ x }: { x: number }) => x >= from && x < to + HOUR_MS
  const entries = marks.entries.filter(isShown).map(({ x, price, choice, refPrice }) =>
    t('chart.entry', {
      choice: directionText(language, choice, refPrice),
      price: format.price(price.toFixed(2), 2),
      time: format.date(x),
    }),
  )
  const flags = marks.flags.filter(isShown).map(({ x, outcome, refPrice }) => {
    const word = outcome === 'void' ? t('chart.void') : directionText(language, outcome, refPrice)
    return `${format.day(x)} ${word}`
  })
  return (
    <>
      {entries.length > 0 && <p>{t('chart.entries', { entries: entries.join('; ') })}</p>}
      {flags.length > 0 && <p>{t('chart.pastRounds', { rounds: flags.join(', ') })}</p>}
    </>
  )
}

/** Open, high, low, close and volume of each day. */
function DailyTable({ shown }: { shown: Series }) {
  const { format } = useLanguage()
  const t = useTexts(chartTexts)
  const price = (value: string | null) => (value === null ? UNKNOWN : format.price(value, 2))
  const columns = ['open', 'high', 'low', 'close', 'volume'] as const
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption>{t('chart.tableCaption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('chart.tableTime')}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`chart.table.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {daysOf(shown).map(({ otime, open, high, low, close, volume }) => (
            <tr key={otime}>
              <th scope="row">{format.date(otime)}</th>
              <td>{price(open)}</td>
              <td>{price(high)}</td>
              <td>{price(low)}</td>
              <td>{price(close)}</td>
              <td>{volume === null ? UNKNOWN : format.count(Math.round(volume))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
