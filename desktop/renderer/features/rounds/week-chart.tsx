import { useMemo } from 'react'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { roundsTexts } from '#shared/i18n/screens/rounds.ts'
import { bandPrices, DIRECTION_MARKS, type VoteChoice } from '#shared/rules/band.ts'
import { pricePath, type WeekCandles, weekScale } from '#shared/rules/week-scale.ts'
import styles from './week-chart.module.css'

/** A vote to mark at its time (epoch milliseconds) and price (decimal string). */
export interface Entry {
  time: number
  price: string
  choice: VoteChoice
}

interface WeekChartProps {
  candles: WeekCandles
  refPrice: string
  /** Epoch milliseconds. */
  refDate: number
  closesAt: number
  targetDate: number
  /** The price that settled the round, a decimal string. */
  settlePrice: string | null
  entries?: readonly Entry[]
}

/** The price of one round, from 12 hours before its reference to its target, over the band of ±5 %. */
export function WeekChart(props: WeekChartProps) {
  const { candles, refPrice, refDate, closesAt, targetDate, settlePrice, entries = [] } = props
  const { format } = useLanguage()
  const t = useTexts(roundsTexts)
  const scale = useMemo(
    () => weekScale({ refDate, targetDate, refPrice, candles }),
    [refDate, targetDate, refPrice, candles],
  )
  const { x, y } = scale
  const edges = bandPrices(refPrice)
  const lines = [
    { name: '+5%', price: edges.up, direction: 'up' },
    { name: t('chart.reference'), price: refPrice, direction: 'steady' },
    { name: '−5%', price: edges.down, direction: 'down' },
  ] as const
  const top = y(Number(edges.up))
  const last = candles.at(-1)
  return (
    <figure className={styles.chart}>
      <div className={styles.plot}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <rect
            className={styles.band}
            x="0"
            y={top}
            width="100"
            height={y(Number(edges.down)) - top}
          />
          {lines.map(({ direction, price }) => (
            <path key={direction} className={styles[direction]} d={`M0 ${y(Number(price))}H100`} />
          ))}
          <path className={styles.instant} d={`M${x(refDate)} 0V100M${x(closesAt)} 0V100`} />
          <path className={styles.price} d={pricePath(candles, scale)} />
        </svg>
        {lines.map(({ name, price, direction }) => (
          <span
            key={direction}
            className={styles.level}
            style={{ top: `${y(Number(price))}%` }}
            aria-hidden="true"
          >
            <span className={styles.name}>{name}</span>
            <span className={styles.mark}>{DIRECTION_MARKS[direction]}</span>{' '}
            {format.price(price, 0)}
          </span>
        ))}
        {entries.map(({ time, price, choice }) => (
          <span
            key={time}
            className={styles.entry}
            data-direction={choice}
            style={{ left: `${x(time)}%`, top: `${y(Number(price))}%` }}
          />
        ))}
        {settlePrice && (
          <span
            className={styles.settled}
            style={{ left: '100%', top: `${y(Number(settlePrice))}%` }}
          />
        )}
      </div>
      <div className={styles.times} aria-hidden="true">
        <span style={{ left: `${x(refDate)}%` }}>{t('chart.opened')}</span>
        <span style={{ left: `${x(closesAt)}%` }}>{t('chart.closed')}</span>
        <span style={{ left: '100%' }}>{t('chart.result')}</span>
      </div>
      <figcaption className="visually-hidden">
        {last
          ? t('chart.text', {
              reference: format.price(refPrice, 0),
              low: format.price(extreme(candles, Math.min), 0),
              high: format.price(extreme(candles, Math.max), 0),
              last: format.price(last[1], 0),
              change: format.change(Number(last[1]) / Number(refPrice) - 1),
            })
          : t('chart.none')}
      </figcaption>
    </figure>
  )
}

const extreme = (candles: WeekCandles, pick: (...prices: number[]) => number) =>
  String(pick(...candles.map(([, open]) => Number(open))))
