import type { Candle } from '#api/market/types.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/schedule.ts'
import type { PriceEvidence } from './round-record.ts'

export interface CandleSource {
  source(): string | null
  /** The newest candles, newest first. */
  candles(limit: number): readonly Candle[]
  /** The first candle that opened in `[instant, before)`; null for none. Rejects while unreachable. */
  firstOpenFrom(instant: number, before: number): Promise<Candle | null>
}

/** A gap counts as final when the candle after it is this old: the back-fill has run by then. */
const GAP_CONFIRM_MS = 10 * 60_000

export type PriceFinding =
  | { state: 'found'; evidence: PriceEvidence }
  /** Not known yet. */
  | { state: 'wait' }
  /** The exchange itself has no candle within 24 hours. */
  | { state: 'none' }

/**
 * The price of a round at `instant` (epoch milliseconds): the open of the hourly candle, after a gap of
 * the first candle within 24 hours. `none` only when a later candle is known, so an outage voids nothing.
 */
export async function priceOfInstant(
  market: CandleSource,
  instant: number,
  now: number,
): Promise<PriceFinding> {
  const source = market.source()
  if (source === null || now < instant) return { state: 'wait' }
  let candle: Candle | null
  try {
    candle = await market.firstOpenFrom(instant, instant + DAY_MS)
  } catch {
    // Unreachable says nothing about the candle.
    return { state: 'wait' }
  }
  if (candle) {
    const isFinal = candle.otime === instant || now >= candle.otime + GAP_CONFIRM_MS
    if (!isFinal) return { state: 'wait' }
    const evidence = { price: candle.open, source, candleAt: candle.otime, readAt: now }
    return { state: 'found', evidence }
  }
  const [newest] = market.candles(1)
  const passed = newest !== undefined && newest.otime >= instant + DAY_MS + HOUR_MS
  return passed ? { state: 'none' } : { state: 'wait' }
}
