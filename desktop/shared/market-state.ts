import type { LivePrice } from '#shared/contract/price.ts'
import type { StreamMessage } from '#shared/contract/stream.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'

/**
 * `live` while the stream delivers; `polling` while only HTTP works, as behind a proxy without
 * WebSockets; `failing` when it answers with errors; `offline` when it does not answer; `connecting`
 * until one of them is known.
 */
export type LinkState = 'connecting' | 'live' | 'polling' | 'failing' | 'offline'

/** Whether nothing new arrives over this link. */
export const isDown = (link: LinkState): boolean => link === 'offline' || link === 'failing'

/** Latest summary and price. Reducers return the same object when nothing changed. */
export interface MarketState {
  summary: VoteSummary | null
  price: LivePrice | null
  link: LinkState
  /** Server time of the last update, epoch milliseconds; null before the first. */
  receivedAt: number | null
}

/** One step of a live connection, in order. Plain data: it crosses IPC unchanged. */
export type LiveUpdate =
  | StreamMessage
  | { type: 'polled'; summary: VoteSummary }
  | { type: 'link'; link: LinkState }

/** Whether `next` is at least as recent as `known`. Instants of the contract sort as text. */
export const isCurrent = (next: LivePrice, known: LivePrice | null): boolean =>
  !known || next.time >= known.time

export function withPrice(state: MarketState, price: LivePrice, receivedAt: number): MarketState {
  return isCurrent(price, state.price) ? { ...state, price, receivedAt } : state
}

export function withSummary(
  state: MarketState,
  summary: VoteSummary,
  receivedAt: number,
): MarketState {
  if (state.summary && summary.serverDate < state.summary.serverDate) return state
  const next = { ...state, summary, receivedAt }
  return summary.price ? withPrice(next, summary.price, receivedAt) : next
}

/**
 * First summary of a server run. It replaces what is known even if older: the cached state may
 * come from a computer with a fast clock, or from another market.
 */
export function withNewServer(
  state: MarketState,
  summary: VoteSummary,
  receivedAt: number,
): MarketState {
  return { ...state, summary, price: summary.price ?? state.price, receivedAt }
}
