import type { LivePrice } from '#shared/contract/price.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import { freshnessOf } from '#shared/rules/freshness.ts'
import { type Offers, offers } from '#shared/rules/offer.ts'
import { liveRound } from '#shared/rules/schedule.ts'

/** The market as a page knows it. */
export interface MarketNow {
  summary: Pick<VoteSummary, 's60' | 'target2'> | null | undefined
  price: Pick<LivePrice, 'value' | 'time'> | null
}

/**
 * The offers of the live round at the newest price, as the server would price a vote now; null without
 * a live price or the round's reference. `now` is server time, epoch milliseconds.
 */
export function liveOffers({ summary, price }: MarketNow, now: number): Offers | null {
  const target = summary?.target2
  const { targetDate } = liveRound(now)
  const s60 = summary?.s60
  if (!target?.refPrice || !price || s60 === undefined) return null
  if (Date.parse(target.targetDate) !== targetDate) return null
  if (freshnessOf(now - Date.parse(price.time)) !== 'live') return null
  return offers({ priceNow: price.value, refPrice: target.refPrice, s60, now, targetDate })
}
