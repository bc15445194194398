import type { Candle } from '#api/market/types.ts'
import type { Direction } from '#shared/rules/band.ts'
import { favoriteOf } from '#shared/rules/crowd.ts'
import { chances, s60FromOpens } from '#shared/rules/offer.ts'
import { DAY_MS, HOUR_MS, WEEK_MS } from '#shared/rules/time.ts'

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
  const tauDays = WEEK_MS / DAY_MS
  return favoriteOf(chances({ priceNow: refPrice, refPrice, s60: s60FromOpens(opens), tauDays }))
}
