import type { LivePrice } from '#shared/contract/price.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import type { MarketView } from './market.ts'

/** The view after a price was heard; the same view when the price is older than the known one. */
export function withPrice(view: MarketView, price: LivePrice, heardAt: number): MarketView {
  // Instants of the contract sort as text.
  if (view.price && price.time < view.price.time) return view
  return { ...view, price, heardAt }
}

/** The view after a summary was heard; the same view when a newer one is known. */
export function withSummary(view: MarketView, summary: VoteSummary, heardAt: number): MarketView {
  if (view.summary && summary.serverDate < view.summary.serverDate) return view
  const next = { ...view, summary, heardAt }
  return summary.price ? withPrice(next, summary.price, heardAt) : next
}

/**
 * The view after a server was heard for the first time. What is known from before may come from a
 * computer whose clock was ahead, or from another market: it does not outlast the server's own word.
 */
export function withNewServer(view: MarketView, summary: VoteSummary, heardAt: number): MarketView {
  return { ...view, summary, price: summary.price ?? view.price, heardAt }
}
