import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ServerClock } from '#desktop/shared/server-clock.ts'
import type { LivePrice } from '#shared/contract/price.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'

/** How news reaches the page: by the stream, by asking every few seconds, or not at all. */
export type LinkState = 'connecting' | 'live' | 'polling' | 'offline'

/** What is known of the present, in stores of which each component reads only its own. */
export interface Live {
  price: StoreApi<LivePrice | null>
  link: StoreApi<LinkState>
  /** Takes in a price; one that is older than the known price is dropped. */
  hearPrice(price: LivePrice): void
  /** Takes in what a summary says of the time and the price. */
  hearSummary(summary: VoteSummary): void
}

export function createLive(clock: ServerClock): Live {
  const price = createStore<LivePrice | null>(() => null)
  const link = createStore<LinkState>(() => 'connecting')
  const hearPrice = (heard: LivePrice) => {
    const known = price.getState()
    // Equal instants in ISO 8601 with milliseconds sort as text.
    if (!known || heard.time >= known.time) price.setState(heard, true)
  }
  return {
    price,
    link,
    hearPrice,
    hearSummary(summary) {
      clock.hear(summary.serverDate)
      if (summary.price) hearPrice(summary.price)
    },
  }
}
