import type { Clock } from '#api/infrastructure/clock.ts'
import type { Candle } from '#api/market/types.ts'
import type { Direction } from '#shared/rules/band.ts'
import { favoriteOf } from '#shared/rules/crowd.ts'
import { freshnessOf } from '#shared/rules/freshness.ts'
import { chances, s60FromOpens } from '#shared/rules/offer.ts'
import { type Quote, quoteOf } from '#shared/rules/offer-value.ts'
import { DAY_MS, HOUR_MS, WEEK_MS } from '#shared/rules/time.ts'
import type { RoundRecord } from './round-record.ts'

export interface PriceSource {
  price(): { value: string; time: number } | null
  /** Volatility per square root of a day over the last 60 days (a fraction); null while unknown. */
  s60(): number | null
}

/** A quote with the price that it was made at. */
export interface MarketQuote extends Quote {
  price: string
}

export interface OfferPricing {
  /** Chances and offers of this moment; null without a reference or a live price. */
  quote(round: RoundRecord): MarketQuote | null
}

/** Prices votes by the newest market price, which must be live: whoever sees a move first gains by it. */
export function createOfferPricing(market: PriceSource, clock: Clock): OfferPricing {
  return {
    quote(round) {
      const now = clock.now()
      const price = market.price()
      const s60 = market.s60()
      if (!round.reference || !price || s60 === null || now >= round.targetDate) return null
      if (freshnessOf(now - price.time) !== 'live') return null
      const input = {
        priceNow: price.value,
        refPrice: round.reference.price,
        s60,
        now,
        targetDate: round.targetDate,
      }
      return { price: price.value, ...quoteOf(input) }
    },
  }
}

/** Candles to read for the volatility at an open that a sweep catches up on (hours). */
export const OPENING_CANDLES = (60 * DAY_MS + WEEK_MS) / HOUR_MS

/**
 * The favorite of the offers when a round opened at `refDate` (epoch ms) with the price at its reference.
 * `candles` are newest first; later ones than the open are not used.
 */
export function openingFavorite(
  candles: readonly Candle[],
  refDate: number,
  refPrice: string,
): Direction {
  const opens = candles.filter(({ otime }) => otime <= refDate).map(({ open }) => Number(open))
  const open = { priceNow: refPrice, refPrice, now: refDate, targetDate: refDate + WEEK_MS }
  return favoriteOf(chances({ ...open, s60: s60FromOpens(opens) }))
}
