import { type Clock, every } from '#api/infrastructure/clock.ts'
import type { LivePrice } from '#shared/contract/price.ts'

/** Time between the prices of everybody (ms); a little below a second, because ticks come late or early. */
const PAUSE_MS = 900
/** A price that only some got waits no longer for the next one (ms). */
const SILENCE_MS = 2 * PAUSE_MS

interface LivePricesDeps {
  clock: Clock
  /** Publishes to every client, once a second. */
  publishToAll: (price: LivePrice) => void
  /** Publishes the prices between, to clients that requested all of them. */
  publishOnRequest: (price: LivePrice) => void
}

/** Thins out the prices: most readers need one a second, and it costs a quarter of four. */
export function createLivePrices({ clock, publishToAll, publishOnRequest }: LivePricesDeps) {
  let publishedAt = Number.NEGATIVE_INFINITY
  /** The newest price, while not everybody has it. */
  let pending: LivePrice | null = null

  const isPast = (milliseconds: number) => {
    const elapsed = clock.now() - publishedAt
    // A clock that was set back.
    return elapsed < 0 || elapsed >= milliseconds
  }
  const publishNow = (price: LivePrice) => {
    publishedAt = clock.now()
    pending = null
    publishToAll(price)
  }

  return {
    push(price: LivePrice) {
      if (isPast(PAUSE_MS)) {
        publishNow(price)
        return
      }
      pending = price
      publishOnRequest(price)
    },
    /** Publishes the last price before a pause of the feed to everybody. Returns the function that stops. */
    start: () =>
      every(clock, PAUSE_MS, () => {
        if (pending && isPast(SILENCE_MS)) publishNow(pending)
      }),
  }
}
