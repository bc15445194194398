import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { Offer } from '#shared/contract/offers.ts'
import type { RoundDetail } from '#shared/contract/rounds.ts'
import { offerTexts } from '#shared/i18n/screens/offer.ts'
import type { VoteChoice } from '#shared/rules/band.ts'
import { breakEvenPercent } from '#shared/rules/offer-value.ts'

/** The offer to show: points, none for a vote without a direction, or none for lack of a price. */
export type VoteOffer =
  | { kind: 'points'; hit: number; miss: number }
  | { kind: 'none' | 'unpriced' }

/** The stored offer of a vote. 0/0 on a direction means that there was no live price. */
export function storedOffer(choice: VoteChoice, { hit, miss }: Offer): VoteOffer {
  if (choice === 'unknown') return { kind: 'none' }
  return hit === 0 && miss === 0 ? { kind: 'unpriced' } : { kind: 'points', hit, miss }
}

/** The current offer of a live round for `choice`. */
export function currentOffer(choice: VoteChoice, round: Pick<RoundDetail, 'offers'>): VoteOffer {
  if (choice === 'unknown') return { kind: 'none' }
  return round.offers ? storedOffer(choice, round.offers[choice]) : { kind: 'unpriced' }
}

/** Offers in words, for messages and where there is room for one line only. */
export function useOfferText() {
  const { format } = useLanguage()
  const offerLabel = useTexts(offerTexts)

  /** `+137 if right · −73 if wrong`. */
  const offerText = (offer: VoteOffer): string => {
    if (offer.kind !== 'points') return offerLabel(`offer.${offer.kind}`)
    return offerLabel('offer.points', {
      hit: format.signed(offer.hit),
      miss: format.signed(offer.miss),
    })
  }

  /** `pays off above 35 %`; null for an offer without points. */
  const breakEvenText = (offer: VoteOffer): string | null => {
    const percent = offer.kind === 'points' ? breakEvenPercent(offer) : null
    return percent === null ? null : offerLabel('offer.breakEven', { percent })
  }

  return { offerLabel, offerText, breakEvenText }
}
