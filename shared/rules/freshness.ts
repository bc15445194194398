/** Age class of a price: `live` under 10 s, `delayed` under 60 s, else `stale`. */
export type Freshness = 'live' | 'delayed' | 'stale'

const LIVE_MS = 10_000
const DELAYED_MS = 60_000

/** The freshness of a price of this age (milliseconds). */
export function freshnessOf(ageMs: number): Freshness {
  if (ageMs < LIVE_MS) return 'live'
  return ageMs < DELAYED_MS ? 'delayed' : 'stale'
}
