import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { DIRECTION_MARKS, type VoteChoice } from '#shared/rules/band.ts'
import styles from './direction-mark.module.css'

/** A direction: its mark and name, in its color. */
export function DirectionMark({ choice }: { choice: VoteChoice }) {
  const { t } = useLanguage()
  return (
    <span className={styles.direction} data-direction={choice}>
      <span className={styles.mark} aria-hidden="true">
        {DIRECTION_MARKS[choice]}
      </span>
      {t(`direction.${choice}`)}
    </span>
  )
}
