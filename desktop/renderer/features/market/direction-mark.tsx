import type { VoteChoice } from '#shared/rules/band.ts'
import styles from './direction-mark.module.css'

const SHAPES: Record<VoteChoice, string> = { up: '▲', steady: '■', down: '▼', unknown: '??' }

/** A direction: its shape, in its color, and its name. */
export function DirectionMark({ choice, word }: { choice: VoteChoice; word: string }) {
  return (
    <span className={`${styles.mark} ${styles[choice]}`}>
      <span className={styles.shape} aria-hidden="true">
        {SHAPES[choice]}
      </span>
      {word}
    </span>
  )
}
