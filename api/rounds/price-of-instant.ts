import type { Candle } from '#api/market/types.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/schedule.ts'
import type { PriceEvidence } from './round-record.ts'

/** What the sweeps need of the market. */
export interface CandleSource {
  source(): string | null
  /** The newest candles, newest first. */
  candles(limit: number): readonly Candle[]
  /** The first candle that opened in `[instant, before)`; null for none, rejects while unknown. */
  firstOpenFrom(instant: number, before: number): Promise<Candle | null>
}

/** A gap is believed when the candle after it is this old: a back-fill has had its chance by then. */
const GAP_PATIENCE_MS = 10 * 60_000

export type PriceFinding =
  | { state: 'found'; evidence: PriceEvidence }
  /** Not known yet: ask again. */
  | { state: 'wait' }
  /** The exchange itself has no candle within 24 hours. */
  | { state: 'none' }

/**
 * The price of a round's instant: the open of the hourly candle that opened then; if the exchange had
 * a gap, of the first that opened within 24 hours. `none` only when a candle after those 24 hours is
 * known, so that a feed that is merely unreachable voids no round.
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
    // The exchange cannot be asked now. That says nothing about the candle.
    return { state: 'wait' }
  }
  if (candle) {
    const sure = candle.otime === instant || now >= candle.otime + GAP_PATIENCE_MS
    if (!sure) return { state: 'wait' }
    const evidence = { price: candle.open, source, candleAt: candle.otime, readAt: now }
    return { state: 'found', evidence }
  }
  const [newest] = market.candles(1)
  const passed = newest !== undefined && newest.otime >= instant + DAY_MS + HOUR_MS
  return passed ? { state: 'none' } : { state: 'wait' }
}
