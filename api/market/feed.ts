import type { History } from './history.ts'
import type { SourceName, Tick } from './types.ts'

/** A source of prices and candles: an exchange, another instance, a replay or a simulation. */
export interface Feed {
  source(): SourceName | null
  /** The candles of the active source; a new object after a change of source. */
  history(): History | null
  /** Resolves after the first attempt to fetch candles. Never rejects. */
  start(): Promise<void>
  stop(): Promise<void>
}

export interface FeedEvents {
  onTick(tick: Tick): void
  /** The candle list or the source changed. */
  onCandles(): void
  /** Candles were written to the store. */
  onStored(): void
}
