import type { StoreApi } from 'zustand/vanilla'
import type { LivePrice } from '#shared/contract/price.ts'
import type { StreamMessage } from '#shared/contract/stream.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'

/** What is known of the market. Stores change only when what they hold did. */
export interface MarketView {
  summary: VoteSummary | null
  price: LivePrice | null
  /**
   * `live` while the stream speaks; `polling` while it is away but asking works, as behind a proxy
   * that lets no WebSocket through; `offline` when neither does; `connecting` until that is known.
   */
  link: 'connecting' | 'live' | 'polling' | 'offline'
  /** When the market was last heard, epoch milliseconds; null when never. */
  heardAt: number | null
}

/** The one live stream of the app, feeding tray, alerts and windows. */
export interface Market {
  view: StoreApi<MarketView>
  /** Now on the server, epoch milliseconds. */
  now(): number
  /** Calls `listener` with each message of the stream. */
  onMessage(listener: (message: StreamMessage) => void): () => void
  /** The same as text for the windows; `null` says that the stream is away. */
  onText(listener: (text: string | null) => void): () => void
  /** What a window that joins has to hear first: a greeting with the present, or nothing yet. */
  present(): string | null
  start(): void
  /** Something says that the network is back: the computer woke, a window says so. */
  wake(): void
  stop(): void
}
