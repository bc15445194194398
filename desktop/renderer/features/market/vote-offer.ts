import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { Offer } from '#shared/contract/offers.ts'
import type { RoundDetail } from '#shared/contract/rounds.ts'
import { offerTexts } from '#shared/i18n/screens/offer.ts'
import type { VoteChoice } from '#shared/rules/band.ts'
import { breakEvenPercent, isPriced } from '#shared/rules/offer-value.ts'
import { votePoints } from '#shared/rules/open-vote.ts'

/**
 * The offer to show: points, carried points alone, none for a vote without a direction, or none for lack of
 * a price. `carried` of points is part of both.
 */
export type VoteOffer =
  | { kind: 'points'; hit: number; miss: number; carried?: number }
  | { kind: 'carried'; carried: number }
  | { kind: 'none' }
  | { kind: 'unpriced' }

/**
 * The stored offer of a vote; with `carried`, the points that its result will give. 0/0 on a direction means
 * that there was no live price.
 */
export function storedOffer(choice: VoteChoice, offer: Offer, carried = 0): VoteOffer {
  if (isPriced({ choice, offer })) {
    const points = { kind: 'points', ...votePoints({ offer, carried }) } as const
    return carried === 0 ? points : { ...points, carried }
  }
  if (carried !== 0) return { kind: 'carried', carried }
  return { kind: choice === 'unknown' ? 'none' : 'unpriced' }
}

/** Whether anything is won or lost. */
export const hasPoints = ({ kind }: VoteOffer): boolean => kind === 'points' || kind === 'carried'

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
