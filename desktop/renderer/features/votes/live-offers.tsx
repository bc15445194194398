import { LeveledDirection } from '#desktop/renderer/features/market/direction-mark.tsx'
import { useOfferText } from '#desktop/renderer/features/market/use-offer-text.ts'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import { useLanguage, useLivePrice, useNow } from '#desktop/renderer/platform/services.ts'
import { liveOffers } from '#desktop/shared/live-offers.ts'
import type { Target } from '#shared/contract/summary.ts'
import { VOTE_CHOICES, type VoteChoice } from '#shared/rules/band.ts'
import type { Offers } from '#shared/rules/offer.ts'
import { storedOffer } from '#shared/rules/vote-offer.ts'
import styles from './live-offers.module.css'

/** The offers of the live round at the newest price, renewed each second; null without a live price. */
export function useLiveOffers(): Offers | null {
  const now = useNow()
  const summary = useSummary().data
  const price = useLivePrice((latest) => latest)
  return liveOffers({ summary, price }, now)
}

interface LiveOffersProps {
  target: Target
  /** Shows the figures without their heads, for a panel. */
  isDense?: boolean
}

/** The choices in the live round, each with its level, its points at the price of the moment, and its votes. */
export function LiveOffers({ target, isDense = false }: LiveOffersProps) {
  const { offerLabel } = useOfferText()
  const offers = useLiveOffers()
  return (
    <table
      className={`${styles.offers} ${isDense ? styles.dense : ''}`}
      aria-label={offerLabel('offer.now')}
    >
      <thead className={isDense ? 'visually-hidden' : undefined}>
        <tr>
          <th scope="col">{offerLabel('offer.direction')}</th>
          <th scope="col">{offerLabel('offer.right')}</th>
          <th scope="col">{offerLabel('offer.wrong')}</th>
          <th scope="col">{offerLabel('offer.votes')}</th>
        </tr>
      </thead>
      <tbody>
        {VOTE_CHOICES.map((choice) => (
          <Row key={choice} choice={choice} target={target} offers={offers} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  choice: VoteChoice
  target: Target
  offers: Offers | null
}

function Row({ choice, target, offers }: RowProps) {
  const { format } = useLanguage()
  const { offerText, breakEvenText } = useOfferText()
  const offer = choice === 'unknown' ? { hit: 0, miss: 0 } : offers?.[choice]
  const shown = offer && storedOffer(choice, offer)
  return (
    <tr title={shown && [offerText(shown), breakEvenText(shown)].filter(Boolean).join(', ')}>
      <th scope="row">
        <LeveledDirection choice={choice} refPrice={target.refPrice} />
      </th>
      <td>{offer ? format.signed(offer.hit) : '–'}</td>
      <td>{offer ? format.signed(offer.miss) : '–'}</td>
      <td>
        <b>{format.count(target.votes[choice])}</b>
      </td>
    </tr>
  )
}
