import { createStore, type StoreApi } from 'zustand/vanilla'
import { isCurrent, type LinkState } from '#desktop/shared/market-state.ts'
import type { ServerClock } from '#desktop/shared/server-clock.ts'
import type { LivePrice } from '#shared/contract/price.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'

/** Live price and state of the link; each component subscribes to its own store. */
export interface Live {
  price: StoreApi<LivePrice | null>
  link: StoreApi<LinkState>
  /** Stores a price unless a newer one is known. */
  receivePrice(price: LivePrice): void
  /** Syncs the clock and stores the price of a summary. */
  receiveSummary(summary: VoteSummary): void
}

/** `initial` is the price of the first render. */
export function createLive(clock: ServerClock, initial: LivePrice | null = null): Live {
  const price = createStore<LivePrice | null>(() => initial)
  const link = createStore<LinkState>(() => 'connecting')
  const receivePrice = (next: LivePrice) => {
    if (isCurrent(next, price.getState())) price.setState(next, true)
  }
  return {
    price,
    link,
    receivePrice,
    receiveSummary(summary) {
      clock.sync(summary.serverDate)
      if (summary.price) receivePrice(summary.price)
    },
  }
}
