import { type Ref, useId } from 'react'
import { DIRECTION_MARKS, VOTE_CHOICES, type VoteChoice } from '#shared/rules/band.ts'
import styles from './direction-picker.module.css'
import { usePostWords } from './use-post-words.ts'

interface DirectionPickerProps {
  ref?: Ref<HTMLDivElement>
  choice: VoteChoice | null
  onChoose: (choice: VoteChoice) => void
  /** The reference price of the round; null while it is not known. */
  refPrice: string | null
  /** What a vote for a direction is worth, in words. */
  offerOf: (choice: VoteChoice) => string
  /** Why nothing can be chosen; null while it can. */
  frozenWhy: string | null
}

/** The four directions as one group of choices, each with its prices and its offer. */
export function DirectionPicker(props: DirectionPickerProps) {
  const { ref, choice, onChoose, refPrice, offerOf, frozenWhy } = props
  const { p, range, direction } = usePostWords()
  const id = useId()
  return (
    <div
      ref={ref}
      role="radiogroup"
      aria-labelledby={`${id}legend`}
      aria-describedby={frozenWhy ? `${id}why` : undefined}
      aria-required="true"
      aria-disabled={frozenWhy !== null || undefined}
    >
      <span id={`${id}legend`} className={styles.legend}>
        {p('write.directions')}
      </span>
      {frozenWhy && (
        <p id={`${id}why`} className={styles.why}>
          {frozenWhy}
        </p>
      )}
      <div className={styles.options}>
        {VOTE_CHOICES.map((option) => (
          <label key={option} className={`${styles.option} ${styles[option]}`}>
            <input
              type="radio"
              name={id}
              value={option}
              checked={option === choice}
              disabled={frozenWhy !== null}
              onChange={() => onChoose(option)}
              aria-labelledby={`${id}${option}`}
              aria-describedby={`${id}${option}range ${id}${option}offer`}
            />
            <span className={styles.name}>
              <span className={styles.shape} aria-hidden="true">
                {DIRECTION_MARKS[option]}
              </span>
              <span id={`${id}${option}`}>{direction(option)}</span>
            </span>
            <span id={`${id}${option}range`} className={styles.range}>
              {range(option, refPrice)}
            </span>
            <span id={`${id}${option}offer`} className={styles.offer}>
              {offerOf(option)}
            </span>
          </label>
        ))}
      </div>
    </div>
  )
}
