import type { Offer } from '#shared/contract/offer.ts'
import type { RoundDetail } from '#shared/contract/rounds.ts'
import type { VoteChoice } from '#shared/rules/band.ts'

/** The offer to show: points, none for a vote without a direction, or none for lack of a price. */
export type VoteOffer =
  | { kind: 'points'; hit: number; miss: number }
  | { kind: 'none' | 'unpriced' }

/** The stored offer of a vote. 0/0 on a direction means that there was no fresh price. */
export function storedOffer(choice: VoteChoice, { hit, miss }: Offer): VoteOffer {
  if (choice === 'unknown') return { kind: 'none' }
  return hit === 0 && miss === 0 ? { kind: 'unpriced' } : { kind: 'points', hit, miss }
}

/** The current offer of a live round for `choice`. */
export function currentOffer(choice: VoteChoice, round: Pick<RoundDetail, 'offers'>): VoteOffer {
  if (choice === 'unknown') return { kind: 'none' }
  return round.offers ? storedOffer(choice, round.offers[choice]) : { kind: 'unpriced' }
}
