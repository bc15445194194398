import type { Freshness, LivePrice, MarketKind, Tick } from './types.ts'

/** How far a price of this age (milliseconds) may be trusted. */
export function freshnessOf(ageMs: number): Freshness {
  if (ageMs < 10_000) return 'live'
  return ageMs < 60_000 ? 'delayed' : 'stale'
}

/** A tick as it stands at `now` (epoch ms). A tick from the future counts as age 0. */
export function livePrice(tick: Tick, kind: MarketKind, now: number): LivePrice {
  const ageMs = Math.max(0, now - tick.time)
  return {
    value: tick.price,
    time: tick.time,
    source: tick.source,
    freshness: freshnessOf(ageMs),
    kind,
    ageMs,
  }
}
