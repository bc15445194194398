import type { Candle } from '#api/market/types.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'
import type { PriceEvidence } from './round-record.ts'

export interface CandleSource {
  source(): string | null
  /** The newest candles, newest first. */
  candles(limit: number): readonly Candle[]
  /** The first candle that opened in `[instant, before)`; null for none. Rejects while unreachable. */
  firstOpenFrom(instant: number, before: number): Promise<Candle | null>
}

/** A gap is final when the next candle is this old, because its retries have ended by then (ms). */
const GAP_CONFIRM_MS = 10 * 60_000

export type PriceFinding =
  | { state: 'found'; evidence: PriceEvidence }
  /** Not known yet. */
  | { state: 'wait' }
  /** The exchange has no candle within 24 hours. */
  | { state: 'none' }

/**
 * The price of a round at `instant` (epoch milliseconds): the open of its hourly candle, or after a gap of
 * the first within 24 hours. `none` requires a later candle, so that outages void nothing.
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
    // An outage does not mean that the candle is missing.
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
