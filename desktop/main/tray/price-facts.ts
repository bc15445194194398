import type { MarketView } from '#desktop/main/market/market.ts'
import type { LivePrice } from '#shared/contract/price.ts'
import { outcome } from '#shared/rules/band.ts'
import { freshnessOf } from '#shared/rules/freshness.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import type { IconState, TrayIcon } from './icon/tray-icon.ts'

/** What there is to say of the price. */
export interface PriceFacts {
  price: LivePrice | null
  /** How old the price is in milliseconds; 0 without one. */
  age: number
  icon: TrayIcon
  /** The reference price of the round that takes votes now; null while it is not known. */
  reference: string | null
  /** How far the price is from the reference, as a share of it; null without one of them. */
  change: number | null
  /** The server cannot be heard in any way. */
  isOffline: boolean
}

function referenceAt(summary: MarketView['summary'], now: number): string | null {
  if (!summary) return null
  // What was heard in an earlier period knows the live round not at all.
  const isLive = Date.parse(summary.target2.targetDate) === liveRound(now).targetDate
  return isLive ? summary.target2.refPrice : null
}

/** What `market` says of the price at `now` (epoch milliseconds, server time). */
export function priceFacts({ summary, price, link }: MarketView, now: number): PriceFacts {
  const reference = referenceAt(summary, now)
  const isOffline = link === 'offline'
  if (!price) {
    const icon = { direction: 'none', state: 'none' } as const
    return { price, age: 0, icon, reference, change: null, isOffline }
  }
  // The server's clock may run a little behind the exchange's.
  const age = Math.max(0, now - Date.parse(price.time))
  const state: IconState = isOffline ? 'offline' : freshnessOf(age)
  const direction = reference === null ? 'none' : outcome(price.value, reference)
  const change = reference === null ? null : Number(price.value) / Number(reference) - 1
  return { price, age, icon: { direction, state }, reference, change, isOffline }
}
