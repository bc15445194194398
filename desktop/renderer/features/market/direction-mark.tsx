import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { levelText } from '#shared/i18n/direction.ts'
import { DIRECTION_MARKS, type VoteChoice } from '#shared/rules/band.ts'
import styles from './direction-mark.module.css'

interface LeveledDirectionProps {
  choice: VoteChoice
  /** Reference price of its round; the level is in percent of it while it is unknown. */
  refPrice: string | null | undefined
  /** Puts the level below the name on wide screens, for columns. */
  isStacked?: boolean
}

/** A direction with its level, such as "▲ Up, above 99,027". */
export function LeveledDirection({ choice, refPrice, isStacked = false }: LeveledDirectionProps) {
  const level = levelText(useLanguage(), choice, refPrice)
  return (
    <span className={isStacked ? styles.stacked : undefined}>
      <DirectionMark choice={choice} />
      {level !== null && (
        <>
          <span className={styles.comma}>, </span>
          <span className={styles.level}>{level}</span>
        </>
      )}
    </span>
  )
}

/** The mark and name of a direction, in its color: for tallies, and where its level stands beside it. */
export function DirectionMark({ choice }: { choice: VoteChoice }) {
  const { t } = useLanguage()
  return (
    <span className={styles.direction} data-direction={choice}>
      <span className={styles.mark} aria-hidden="true">
        {DIRECTION_MARKS[choice]}
      </span>{' '}
      {t(`direction.${choice}`)}
    </span>
  )
}
