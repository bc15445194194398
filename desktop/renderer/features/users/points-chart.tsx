import { useMemo } from 'react'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { TrackRecord } from '#shared/contract/users.ts'
import { trackRecordTexts } from '#shared/i18n/screens/track-record.ts'
import { pointsOverTimePaths } from '#shared/rules/points-over-time.ts'
import styles from './points-chart.module.css'

/** Points over time, inside the area of two standard deviations without skill. */
export function PointsChart({ record: { course, before, total } }: { record: TrackRecord }) {
  const { format } = useLanguage()
  const t = useTexts(trackRecordTexts)
  const box = useMemo(() => pointsOverTimePaths(course, before), [course, before])
  const [first, last] = [course[0], course.at(-1)]
  if (!first || !last || course.length < 2) return <p>{t('pointsOverTime.few')}</p>
  return (
    <figure className={styles.chart}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path className={styles.band} d={box.band} />
        <path className={styles.zero} d="M0 50H100" />
        <path className={styles.line} d={box.line} />
      </svg>
      <div className={styles.times} aria-hidden="true">
        <time>{format.utcDay(Date.parse(first.targetTime))}</time>
        <time>{format.utcDay(Date.parse(last.targetTime))}</time>
      </div>
      <figcaption className={styles.text}>
        {t('pointsOverTime.text', {
          from: format.utcDay(Date.parse(first.targetTime)),
          to: format.utcDay(Date.parse(last.targetTime)),
          points: format.signed(total.points),
          calls: format.count(total.calls),
        })}{' '}
        {t('pointsOverTime.band')}
      </figcaption>
    </figure>
  )
}
