import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { offerTexts } from '#shared/i18n/screens/offer.ts'
import { breakEvenPercent } from '#shared/rules/offer-value.ts'
import type { VoteOffer } from './vote-offer.ts'

/** Offers in words, for messages and where there is room for one line only. */
export function useOfferText() {
  const { format } = useLanguage()
  const o = useTexts(offerTexts)

  /** `+137 if right · −73 if wrong`. */
  const offerText = (offer: VoteOffer): string => {
    if (offer.kind !== 'points') return o(`offer.${offer.kind}`)
    return o('offer.points', { hit: format.signed(offer.hit), miss: format.signed(offer.miss) })
  }

  /** `pays off above 35 %`; null for an offer without points. */
  const breakEvenText = (offer: VoteOffer): string | null => {
    const percent = offer.kind === 'points' ? breakEvenPercent(offer) : null
    return percent === null ? null : o('offer.breakEven', { percent })
  }

  return { o, offerText, breakEvenText }
}
