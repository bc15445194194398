import type { Clock } from '#api/infrastructure/clock.ts'
import { type Offer, offers, PRICE_MAX_AGE_MS, UNPRICED } from '#shared/rules/offer.ts'
import { DAY_MS } from '#shared/rules/schedule.ts'
import type { RoundRecord } from './round-record.ts'

export interface PriceSource {
  price(): { value: string; time: number } | null
  /** Volatility per square root of a day over the last 60 days (a fraction); null while unknown. */
  s60(): number | null
}

export type OfferTable = { up: Offer; steady: Offer; down: Offer }

export interface OfferPricing {
  /** The current offer of each direction; null without a reference or a fresh price. */
  table(round: RoundRecord): OfferTable | null
  /** The offer to store with a vote: 0/0 for `unknown` and without a price. */
  offerFor(round: RoundRecord, choice: keyof OfferTable | 'unknown'): Offer
}

/** Prices votes by the newest market price, at most PRICE_MAX_AGE_MS old. */
export function createOfferPricing(market: PriceSource, clock: Clock): OfferPricing {
  const table = (round: RoundRecord): OfferTable | null => {
    const now = clock.now()
    const price = market.price()
    const s60 = market.s60()
    if (!round.reference || !price || s60 === null) return null
    if (now - price.time > PRICE_MAX_AGE_MS || now >= round.targetDate) return null
    return offers({
      priceNow: price.value,
      refPrice: round.reference.price,
      s60,
      tauDays: (round.targetDate - now) / DAY_MS,
    })
  }
  return {
    table,
    offerFor: (round, choice) =>
      choice === 'unknown' ? UNPRICED : (table(round)?.[choice] ?? UNPRICED),
  }
}
