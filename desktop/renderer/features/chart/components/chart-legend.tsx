import { useEffect, useRef } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import styles from './chart-legend.module.css'
import { type HourText, setText } from './hour-text.ts'

interface ChartLegendProps {
  /** The hour at the cursor, epoch ms; null without a cursor. */
  hour: StoreApi<number | null>
  /** The hour shown without a cursor. */
  newest: number
  describe: (hour: number) => HourText | null
}

/**
 * Open, high, low, close and volume of the hour at the cursor, else of the newest finished one. Two texts:
 * an element per value would double the cost of a move.
 */
export function ChartLegend({ hour, newest, describe }: ChartLegendProps) {
  const time = useRef<HTMLSpanElement>(null)
  const values = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const show = () => {
      const text = describe(hour.getState() ?? newest)
      if (!text) return
      setText(time.current, text.time)
      setText(values.current, text.legend)
    }
    show()
    return hour.subscribe(show)
  }, [hour, newest, describe])
  // The cursor is a slider whose value says the same.
  return (
    <p className={styles.legend} aria-hidden="true" data-testid="chart-legend">
      <span ref={time} className={styles.time} /> <span ref={values} />
    </p>
  )
}
