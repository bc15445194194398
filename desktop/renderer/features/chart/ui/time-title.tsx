import type { Reach } from '#desktop/renderer/features/chart/model/frame.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { offsetOf } from '#shared/i18n/format.ts'
import { chartTexts } from '#shared/i18n/screens/chart.ts'
import styles from './chart-stage.module.css'

/** The title of the time axis: the browser's zone and its offset, both of them if clocks change. */
export function TimeTitle({ reach }: { reach: Reach }) {
  const t = useTexts(chartTexts)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const offsets = new Set([offsetOf(zone, reach.xMin), offsetOf(zone, reach.xMax)])
  const offset = [...offsets].join(', ')
  return <p className={styles.timeTitle}>{t('chart.axis.time', { zone, offset })}</p>
}
