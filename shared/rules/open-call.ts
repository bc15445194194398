import { outcome } from './band.ts'
import { chances } from './offer.ts'
import { callValue, isPriced, type PricedVote } from './offer-value.ts'
import { DAY_MS } from './time.ts'

/** A vote's direction, offer and carried points. */
export type OpenCall = Pick<PricedVote, 'choice' | 'offer' | 'carried'>

/** The market that prices an open call. Prices are decimal strings, instants epoch milliseconds. */
export interface CallMarket {
  priceNow: string
  refPrice: string
  /** Volatility per square root of a day, of `s60FromOpens`. */
  s60: number
  now: number
  targetDate: number
}

/**
 * Points that a call is worth now: carried points plus `b·HIT + (1−b)·MISS`, the value at which a change
 * of direction would close it. From the target on, the points by that price. Null when unpriced.
 */
export function openCallValue(call: OpenCall, market: CallMarket): number | null {
  if (call.choice === 'unknown' || !isPriced(call)) return null
  const { priceNow, refPrice, s60, now, targetDate } = market
  if (now >= targetDate) {
    const { hit, miss } = call.offer
    return call.carried + (outcome(priceNow, refPrice) === call.choice ? hit : miss)
  }
  const tauDays = (targetDate - now) / DAY_MS
  return call.carried + callValue(call, chances({ priceNow, refPrice, s60, tauDays }))
}

/** Points of the call if right and if wrong, carried points included. */
export function callPoints({ offer, carried }: OpenCall): { hit: number; miss: number } {
  return { hit: carried + offer.hit, miss: carried + offer.miss }
}
