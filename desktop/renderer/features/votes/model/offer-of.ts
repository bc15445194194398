import type { Offer, RoundDetail } from '#shared/contract/rounds.ts'
import type { VoteChoice } from '#shared/rules/band.ts'

/** What a vote is worth: points, none because it takes no side, or none for want of a price. */
export type Worth = { kind: 'points'; hit: number; miss: number } | { kind: 'none' | 'unpriced' }

/** What a stored offer says: 0/0 on a direction means that there was no fresh price. */
export function worthOf(choice: VoteChoice, { hit, miss }: Offer): Worth {
  if (choice === 'unknown') return { kind: 'none' }
  return hit === 0 && miss === 0 ? { kind: 'unpriced' } : { kind: 'points', hit, miss }
}

/** What a vote for `choice` would be worth in a live round. */
export function worthNow(choice: VoteChoice, round: Pick<RoundDetail, 'offers'>): Worth {
  if (choice === 'unknown') return { kind: 'none' }
  return round.offers ? worthOf(choice, round.offers[choice]) : { kind: 'unpriced' }
}
