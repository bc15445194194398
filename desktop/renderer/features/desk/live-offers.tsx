import { DirectionMark } from '#desktop/renderer/features/market/direction-mark.tsx'
import { CompactOffer } from '#desktop/renderer/features/market/offer.tsx'
import { currentOffer } from '#desktop/renderer/features/market/vote-offer.ts'
import { usePricedRound } from '#desktop/renderer/features/votes/api.ts'
import { useVoteText } from '#desktop/renderer/features/votes/use-vote-text.ts'
import type { Target } from '#shared/contract/summary.ts'
import { DIRECTIONS } from '#shared/rules/band.ts'
import styles from './live-offers.module.css'

/** The offers of the moment, for people who cannot vote now. */
export function LiveOffers({ target }: { target: Target }) {
  const { t } = useVoteText()
  const { data: round } = usePricedRound(target.targetDate)
  return (
    <ul className={styles.offers} aria-label={t('strip.offers')}>
      {DIRECTIONS.map((direction) => (
        <li key={direction}>
          <DirectionMark choice={direction} />
          <CompactOffer offer={round ? currentOffer(direction, round) : null} />
        </li>
      ))}
    </ul>
  )
}
