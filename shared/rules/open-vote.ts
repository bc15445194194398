import { outcome } from './band.ts'
import { chances, type OfferInput } from './offer.ts'
import { isPriced, type PricedVote, voteValue } from './offer-value.ts'

/** The priced vote of a stored one, whose direction has another name in the contract. */
export function openVoteOf({
  voteChoice: choice,
  offer,
  offerVersion,
  carried,
}: Omit<PricedVote, 'choice'> & { voteChoice: PricedVote['choice'] }): PricedVote {
  return { choice, offer, offerVersion, carried }
}

/**
 * Points that a vote is worth now: carried points plus `b·HIT + (1−b)·MISS` under its own version, the
 * value at which a change of direction would close it. From the target on, the points by that price. Null
 * when unpriced.
 */
export function openVoteValue(vote: PricedVote, market: OfferInput): number | null {
  if (vote.choice === 'unknown' || !isPriced(vote)) return null
  const { priceNow, refPrice, now, targetDate } = market
  if (now >= targetDate) {
    const { hit, miss } = vote.offer
    return vote.carried + (outcome(priceNow, refPrice) === vote.choice ? hit : miss)
  }
  return vote.carried + voteValue(vote, chances(market, vote.offerVersion))
}

/** Points of the vote if right and if wrong, carried points included. */
export function votePoints({ offer, carried }: Pick<PricedVote, 'offer' | 'carried'>): {
  hit: number
  miss: number
} {
  return { hit: carried + offer.hit, miss: carried + offer.miss }
}
