import type { MarketState } from '#desktop/shared/market-state.ts'
import { freshnessOf } from '#shared/rules/freshness.ts'
import { type Offers, offers } from '#shared/rules/offer.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import { DAY_MS } from '#shared/rules/time.ts'

/**
 * The offers of the live round at the newest price, as the server would price a vote now; null without
 * a fresh price or the round's reference. `now` is server time, epoch milliseconds.
 */
export function liveOffers({ summary, price }: MarketState, now: number): Offers | null {
  const target = summary?.target2
  const { targetDate } = liveRound(now)
  const s60 = summary?.s60
  if (!target?.refPrice || !price || s60 === undefined) return null
  if (Date.parse(target.targetDate) !== targetDate) return null
  if (freshnessOf(now - Date.parse(price.time)) === 'stale') return null
  return offers({
    priceNow: price.value,
    refPrice: target.refPrice,
    s60,
    tauDays: (targetDate - now) / DAY_MS,
  })
}
