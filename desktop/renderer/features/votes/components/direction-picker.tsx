import { type Ref, useId } from 'react'
import { CompactOffer, Offer } from '#desktop/renderer/features/market/offer.tsx'
import { useVotePageText } from '#desktop/renderer/features/votes/use-vote-page-text.ts'
import { useLivePrice } from '#desktop/renderer/platform/services.ts'
import {
  DIRECTION_MARKS,
  type Direction,
  moveTo,
  VOTE_CHOICES,
  type VoteChoice,
} from '#shared/rules/band.ts'
import type { VoteOffer } from '#shared/rules/vote-offer.ts'
import styles from './direction-picker.module.css'

interface DirectionPickerProps {
  ref?: Ref<HTMLDivElement>
  choice: VoteChoice | null
  onChoose: (choice: VoteChoice) => void
  /** The round's reference price; null while it is unknown. */
  refPrice: string | null
  /** The offer of a direction; null while it is being priced. */
  offerOf: (choice: VoteChoice) => VoteOffer | null
  /** Why the direction cannot be changed; null while it can. */
  frozenReason: string | null
  /** One low row for each direction, for a panel. */
  isDense?: boolean
}

/** The four directions as a radio group, each with its price range and offer. */
export function DirectionPicker(props: DirectionPickerProps) {
  const { ref, choice, onChoose, refPrice, offerOf, frozenReason, isDense = false } = props
  const { pageText, core, rangeText } = useVotePageText()
  const id = useId()
  return (
    <div
      ref={ref}
      role="radiogroup"
      data-shortcut="directions"
      aria-labelledby={`${id}legend`}
      aria-describedby={frozenReason ? `${id}reason` : undefined}
      aria-required="true"
      aria-disabled={frozenReason !== null || undefined}
    >
      <span id={`${id}legend`} className={isDense ? 'visually-hidden' : styles.legend}>
        {pageText('write.directions')}
      </span>
      {frozenReason && (
        <p id={`${id}reason`} className={styles.frozen}>
          {frozenReason}
        </p>
      )}
      <div className={`${styles.options} ${isDense ? styles.dense : ''}`}>
        {VOTE_CHOICES.map((option) => (
          <label key={option} className={styles.option} data-direction={option}>
            <input
              type="radio"
              name={id}
              value={option}
              checked={option === choice}
              disabled={frozenReason !== null}
              onChange={() => onChoose(option)}
              aria-labelledby={`${id}${option}`}
              aria-describedby={`${id}${option}range ${id}${option}offer`}
            />
            <span className={styles.name}>
              <span className={styles.shape} aria-hidden="true">
                {DIRECTION_MARKS[option]}
              </span>
              <span id={`${id}${option}`}>{core(`direction.${option}`)}</span>
            </span>
            <span id={`${id}${option}range`} className={styles.range}>
              {rangeText(option, refPrice)}
            </span>
            {refPrice !== null && option !== 'unknown' && (
              <MoveTo direction={option} refPrice={refPrice} />
            )}
            <span id={`${id}${option}offer`} className={styles.offer}>
              {isDense ? (
                <CompactOffer offer={offerOf(option)} />
              ) : (
                <Offer offer={offerOf(option)} />
              )}
            </span>
          </label>
        ))}
      </div>
    </div>
  )
}

/** How far the live price is from a direction; renders with each tick, alone. */
function MoveTo({ direction, refPrice }: { direction: Direction; refPrice: string }) {
  const { pageText, format } = useVotePageText()
  const text = useLivePrice((price) => {
    if (!price) return null
    const move = moveTo(direction, price.value, refPrice)
    if (move === null) return pageText('range.here')
    return pageText('range.move', { move: format.move(move.share) })
  })
  return text && <span className={styles.move}>{text}</span>
}
