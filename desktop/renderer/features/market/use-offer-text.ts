import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { offerTexts } from '#shared/i18n/screens/offer.ts'
import { breakEvenPercent } from '#shared/rules/offer-value.ts'
import type { VoteOffer } from '#shared/rules/vote-offer.ts'

/** Offers in words, for messages and where there is room for one line only. */
export function useOfferText() {
  const { format } = useLanguage()
  const offerLabel = useTexts(offerTexts)

  /** `+137 if right · −73 if wrong`. */
  const offerText = (offer: VoteOffer): string => {
    if (offer.kind === 'carried')
      return offerLabel('offer.carried', { points: format.signed(offer.carried) })
    if (offer.kind !== 'points') return offerLabel(`offer.${offer.kind}`)
    return offerLabel('offer.points', {
      hit: format.signed(offer.hit),
      miss: format.signed(offer.miss),
    })
  }

  /** `pays off above 35 %`; null for an offer without points, and with carried ones. */
  const breakEvenText = (offer: VoteOffer): string | null => {
    const percent = offer.kind === 'points' && !offer.carried ? breakEvenPercent(offer) : null
    return percent === null ? null : offerLabel('offer.breakEven', { percent })
  }

  return { offerLabel, offerText, breakEvenText }
}
