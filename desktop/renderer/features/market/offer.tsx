import { useLanguage } from '#desktop/renderer/platform/services.ts'
import type { VoteOffer } from '#shared/rules/vote-offer.ts'
import styles from './offer.module.css'
import { useOfferText } from './use-offer-text.ts'

interface OfferProps {
  /** Null while it is being priced. */
  offer: VoteOffer | null
}

/** An offer in words, and beneath it the chance from which it pays off. */
export function Offer({ offer }: OfferProps) {
  const { offerLabel, offerText, breakEvenText } = useOfferText()
  if (offer === null) return <span>{offerLabel('offer.loading')}</span>
  const breakEven = breakEvenText(offer)
  return (
    <span>
      {offerText(offer)}
      {breakEven && <small className={styles.breakEven}> {breakEven}</small>}
    </span>
  )
}

/** An offer as `+137 / −73` for dense rows; in words in its tooltip and for screen readers. */
export function CompactOffer({ offer }: OfferProps) {
  const { format } = useLanguage()
  const { offerLabel, offerText, breakEvenText } = useOfferText()
  if (offer === null) return <span>{offerLabel('offer.loading')}</span>
  const words = [offerText(offer), breakEvenText(offer)].filter(Boolean).join(', ')
  if (offer.kind === 'none' || offer.kind === 'unpriced') return <span>{words}</span>
  const points = offer.kind === 'points' ? [offer.hit, offer.miss] : [offer.carried]
  return (
    <span className={styles.compact} title={words}>
      <span aria-hidden="true">{points.map((value) => format.signed(value)).join(' / ')}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  )
}
