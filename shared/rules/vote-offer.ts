import type { VoteChoice } from './band.ts'
import type { Offer, Offers } from './offer.ts'
import { isPriced } from './offer-value.ts'
import { votePoints } from './open-vote.ts'

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
export function currentOffer(choice: VoteChoice, round: { offers: Offers | null }): VoteOffer {
  if (choice === 'unknown') return { kind: 'none' }
  return round.offers ? storedOffer(choice, round.offers[choice]) : { kind: 'unpriced' }
}
