import type { Clock } from '#api/infrastructure/clock.ts'
import { type Offer, offers, PRICE_MAX_AGE_MS, UNPRICED } from '#shared/rules/offer.ts'
import { DAY_MS } from '#shared/rules/schedule.ts'
import type { RoundRecord } from './round-record.ts'

/** What pricing needs of the market. */
export interface PriceSource {
  price(): { value: string; time: number } | null
  /** Volatility of the last 60 days as a fraction a day, or null while unknown. */
  s60(): number | null
}

export type OfferTable = { up: Offer; steady: Offer; down: Offer }

export interface OfferDesk {
  /** What each direction of `round` is worth now; null without a reference or a fresh price. */
  table(round: RoundRecord): OfferTable | null
  /** The offer of one choice as it is stored with a vote: 0/0 for `unknown` and when unpriced. */
  offerFor(round: RoundRecord, choice: keyof OfferTable | 'unknown'): Offer
}

/** Prices votes from the newest price, which must not be older than two hours. */
export function createOfferDesk(market: PriceSource, clock: Clock): OfferDesk {
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
