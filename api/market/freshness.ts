import type { MarketKind } from '#shared/contract/price.ts'
import { freshnessOf } from '#shared/rules/freshness.ts'
import type { LivePrice, Tick } from './types.ts'

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
