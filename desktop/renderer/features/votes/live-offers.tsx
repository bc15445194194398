import { LeveledDirection } from '#desktop/renderer/features/market/direction-mark.tsx'
import { CompactOffer } from '#desktop/renderer/features/market/offer.tsx'
import { currentOffer, useOfferText } from '#desktop/renderer/features/market/vote-offer.ts'
import type { Target } from '#shared/contract/summary.ts'
import { DIRECTIONS } from '#shared/rules/band.ts'
import { usePricedRound } from './api.ts'
import styles from './live-offers.module.css'

/** The offers of the moment, where they cannot be chosen. */
export function LiveOffers({ target }: { target: Target }) {
  const { offerLabel } = useOfferText()
  const { data: round } = usePricedRound(target.targetDate)
  return (
    <ul className={styles.offers} aria-label={offerLabel('offer.now')}>
      {DIRECTIONS.map((direction) => (
        <li key={direction}>
          <LeveledDirection choice={direction} refPrice={target.refPrice} />
          <CompactOffer offer={round ? currentOffer(direction, round) : null} />
        </li>
      ))}
    </ul>
  )
}
