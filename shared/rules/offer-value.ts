import { type Direction, type VoteChoice, voteResult } from './band.ts'
import {
  type Chances,
  chances,
  OFFER_VERSION,
  type Offer,
  type OfferInput,
  type Offers,
  offers,
  UNPRICED,
} from './offer.ts'
import { percentOf } from './percent.ts'

/** A vote's points: its offer, the version that priced it, and the points of closed directions. */
export interface PricedVote {
  choice: VoteChoice
  offer: Offer
  /** Version of the offer rule that priced `offer`. */
  offerVersion: number
  /** Sum of the fair values at which earlier directions of this vote were closed. */
  carried: number
}

/** The chance at which an offer breaks even, `|MISS| / (HIT + |MISS|)`; null when unpriced. */
export function impliedChance({ hit, miss }: Offer): number | null {
  return hit === miss ? null : -miss / (hit - miss)
}

/** The chance at which an offer breaks even in whole percent; null when unpriced. */
export function breakEvenPercent(offer: Offer): number | null {
  return impliedChance(offer) === null ? null : percentOf(-offer.miss, offer.hit - offer.miss)
}

/** Fair value in points of an offer whose direction has chance `b`: `round(b·HIT + (1−b)·MISS)`. */
export function fairValue(b: number, { hit, miss }: Offer): number {
  // `|| 0` turns -0 into 0.
  return Math.round(b * hit + (1 - b) * miss) || 0
}

/** Fair value of a vote's present direction under chances of the moment; 0 without a direction. */
export function voteValue(
  { choice, offer }: Pick<PricedVote, 'choice' | 'offer'>,
  present: Chances,
): number {
  return choice === 'unknown' ? 0 : fairValue(present[choice], offer)
}

/** Whether a vote has a direction and was accepted at a live price. */
export function isPriced({ choice, offer }: Pick<PricedVote, 'choice' | 'offer'>): boolean {
  return choice !== 'unknown' && impliedChance(offer) !== null
}

/** The offer to accept `choice` with; 0/0 for `unknown` and without offers (null). */
export function acceptedOffer(choice: VoteChoice, present: Offers | null): Offer {
  return choice === 'unknown' || present === null ? UNPRICED : present[choice]
}

/** How long a vote waits for a live price before the interface asks whether to send it without points, ms. */
export const PRICE_WAIT_MS = 15_000

/** Chances and offers at one instant and price. */
export interface Quote {
  /** The chances under a version of the rule. Throws a RangeError for an unknown one. */
  chancesOf: (version: number) => Chances
  /** The offers to a new vote. */
  offers: Offers
}

/** The quote of a market. Throws a RangeError like `chances`. */
export function quoteOf(input: OfferInput): Quote {
  return { offers: offers(input), chancesOf: (version) => chances(input, version) }
}

/**
 * A vote after a change of its direction: the present direction is closed at its fair value under its own
 * version, and the new direction gets the offer of the moment, so that the change has no expectation.
 */
export function changeDirection(vote: PricedVote, choice: VoteChoice, quote: Quote): PricedVote {
  return {
    choice,
    offer: acceptedOffer(choice, quote.offers),
    offerVersion: OFFER_VERSION,
    carried: vote.carried + voteValue(vote, quote.chancesOf(vote.offerVersion)),
  }
}

/** Points of a vote in a round with this outcome; nobody wins or loses in a void round. */
export function settledPoints(
  { choice, offer, carried }: Pick<PricedVote, 'choice' | 'offer' | 'carried'>,
  outcome: Direction | 'void',
): number {
  if (outcome === 'void') return 0
  const result = voteResult(choice, outcome)
  if (result === 'HIT') return carried + offer.hit
  return result === 'MISS' ? carried + offer.miss : carried
}
