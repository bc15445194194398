import type { MovingHeader } from '#api/infrastructure/prepared-reply.ts'
import type { LivePrice, MarketKind } from '#shared/contract/price.ts'
import { type Freshness, freshnessOf } from '#shared/rules/freshness.ts'
import type { SourceName, Tick } from './types.ts'

/** A price with its kind and freshness. `value` is a decimal string, `time` epoch ms (UTC). */
export interface MarketPrice {
  value: string
  time: number
  source: SourceName
  freshness: Freshness
  kind: MarketKind
  ageMs: number
}

/** The price of a tick at `now` (epoch ms). A future tick has age 0. */
export function priceAt(tick: Tick, kind: MarketKind, now: number): MarketPrice {
  const ageMs = Math.max(0, now - tick.time)
  const { price: value, time, source } = tick
  return { value, time, source, freshness: freshnessOf(ageMs), kind, ageMs }
}

/** The price as clients receive it. */
export function toLivePrice({ value, time, source, kind, freshness }: MarketPrice): LivePrice {
  return { value, time: new Date(time).toISOString(), source, market: kind, freshness }
}

/** X-Price-Age: whole seconds since the newest price; absent without a price. */
export function priceAgeHeader(market: { price(): MarketPrice | null }): MovingHeader {
  return {
    name: 'x-price-age',
    read() {
      const price = market.price()
      return price ? String(Math.floor(price.ageMs / 1000)) : null
    },
  }
}
