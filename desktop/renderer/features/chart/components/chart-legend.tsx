import { useEffect, useRef } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { chartTexts } from '#shared/i18n/screens/chart.ts'
import styles from './chart-legend.module.css'
import { type HourText, setText } from './hour-text.ts'

interface ChartLegendProps {
  /** The hour at the cursor, epoch ms; null without a cursor. */
  hour: StoreApi<number | null>
  /** The hour shown without a cursor. */
  newest: number
  describe: (hour: number) => HourText | null
}

const FIELDS = ['open', 'high', 'low', 'close', 'volume'] as const

/** Open, high, low, close and volume of the hour at the cursor, else of the newest finished one. */
export function ChartLegend({ hour, newest, describe }: ChartLegendProps) {
  const t = useTexts(chartTexts)
  const box = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const show = () => {
      const text = describe(hour.getState() ?? newest)
      if (!text) return
      for (const element of box.current?.querySelectorAll<HTMLElement>('[data-field]') ?? []) {
        const field = FIELDS.find((name) => name === element.dataset.field)
        if (field) setText(element, text[field])
        else setText(element, element.dataset.field === 'time' ? text.time : text.change)
      }
    }
    show()
    return hour.subscribe(show)
  }, [hour, newest, describe])
  // The cursor is a slider whose value says the same.
  return (
    <p ref={box} className={styles.legend} aria-hidden="true" data-testid="chart-legend">
      <span className={styles.time} data-field="time" />
      {FIELDS.map((field) => (
        <span key={field} className={styles.value}>
          <span className={styles.name}>{t(`chart.legend.${field}`)}</span>
          <span data-field={field} />
        </span>
      ))}
      <span className={styles.value}>
        <b data-field="change" /> <span className={styles.name}>{t('chart.legend.change')}</span>
      </span>
    </p>
  )
}
