import { DIRECTION_MARKS, type VoteChoice } from '#shared/rules/band.ts'
import styles from './direction-mark.module.css'

/** A direction: its shape in its color, and its name. */
export function DirectionMark({ choice, word }: { choice: VoteChoice; word: string }) {
  return (
    <span className={`${styles.mark} ${styles[choice]}`}>
      <span className={styles.shape} aria-hidden="true">
        {DIRECTION_MARKS[choice]}
      </span>
      {word}
    </span>
  )
}
