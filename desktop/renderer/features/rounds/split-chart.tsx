import { useMemo } from 'react'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { RoundHour } from '#shared/contract/rounds.ts'
import { roundsTexts } from '#shared/i18n/screens/rounds.ts'
import { VOTE_CHOICES } from '#shared/rules/band.ts'
import { percentParts } from '#shared/rules/percent.ts'
import styles from './split-chart.module.css'
import { splitPaths } from './split-paths.ts'

interface SplitChartProps {
  hours: readonly RoundHour[]
  /** Whether the round takes calls: its hours end now. */
  isOpen: boolean
}

/** The crowd's split from hour to hour while the round took calls. */
export function SplitChart({ hours, isOpen }: SplitChartProps) {
  const { t: core } = useLanguage()
  const t = useTexts(roundsTexts)
  const paths = useMemo(() => splitPaths(hours), [hours])
  const last = hours.at(-1)
  if (!last) return null
  const percents = percentParts(VOTE_CHOICES.map((choice) => last[choice]))
  const shares = VOTE_CHOICES.map(
    (choice, index) => `${core(`direction.${choice}`)} ${percents[index]}%`,
  )
  return (
    <figure className={styles.chart}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {VOTE_CHOICES.map((choice) => (
          <path key={choice} data-direction={choice} d={paths[choice]} />
        ))}
      </svg>
      <div className={styles.times} aria-hidden="true">
        <span>{t('chart.opened')}</span>
        <span>{t(isOpen ? 'chart.now' : 'chart.closed')}</span>
      </div>
      <figcaption className={styles.text}>
        {t(isOpen ? 'split.now' : 'split.last', { shares: shares.join(' · ') })}
      </figcaption>
    </figure>
  )
}
