import type { History } from './history.ts'
import type { SourceName, Tick } from './types.ts'

/** What stands behind the market: the exchanges, a replay or a simulation. */
export interface Feed {
  source(): SourceName | null
  /** The history of the present source; another one after the source has changed. */
  history(): History | null
  /** Resolves when the first catch-up has been tried. Never rejects. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** What a feed tells its market. */
export interface FeedEvents {
  onTick(tick: Tick): void
  /** The candle list changed, or the source did. */
  onCandles(): void
  /** Candles were written to the store. */
  onStored(): void
}
