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

/** Latest summary and price. */
export interface MarketState {
  summary: VoteSummary | null
  price: LivePrice | null
  link: LinkState
  /** Server time of the last update, epoch milliseconds; null before the first. */
  receivedAt: number | null
}

/** State of a live connection, as `reduceUpdate` orders it. */
export interface LiveState extends MarketState {
  /** Id of the last stream, which names the server's run; '' after a fetch alone, null before any reply. */
  stream: string | null
}

/** One step of a live connection, in order. Plain data: it crosses IPC unchanged. */
export type LiveUpdate =
  | StreamMessage
  | { type: 'polled'; summary: VoteSummary }
  | { type: 'link'; link: LinkState }

/** Server time of an update (ISO 8601); null for one that only tells the link. */
export function serverDateOf(update: LiveUpdate): string | null {
  if (update.type === 'link') return null
  return update.type === 'polled' ? update.summary.serverDate : update.serverDate
}

/** The later of two prices. Instants of the contract sort as text. */
const newer = (next: LivePrice | null, known: LivePrice | null): LivePrice | null =>
  !next || (known && next.time < known.time) ? known : next

/** A summary older than the known one is dropped together with its price. */
function withSummary(state: LiveState, summary: VoteSummary): LiveState {
  if (state.summary && summary.serverDate < state.summary.serverDate) return state
  return { ...state, summary, price: newer(summary.price, state.price) }
}

/**
 * First summary of a server's run. It replaces what is known even if older: that may come from a
 * computer with a fast clock, or from another market.
 */
const withNewServer = (state: LiveState, summary: VoteSummary): LiveState => ({
  ...state,
  summary,
  price: summary.price ?? state.price,
})

/**
 * The state after an update: decides what is newer, for the stream and for fetched summaries alike.
 * Returns the same object for an update that changes nothing.
 */
export function reduceUpdate(state: LiveState, update: LiveUpdate): LiveState {
  if (update.type === 'link') {
    return update.link === state.link ? state : { ...state, link: update.link }
  }
  if (update.type === 'polled') {
    const { summary } = update
    const next = (state.stream === null ? withNewServer : withSummary)(state, summary)
    if (next === state) return state
    return { ...next, stream: state.stream ?? '', receivedAt: Date.parse(summary.serverDate) }
  }
  const live: LiveState = { ...state, link: 'live', receivedAt: Date.parse(update.serverDate) }
  if (update.type === 'price') return { ...live, price: newer(update.price, state.price) }
  if (update.type === 'summary') return withSummary(live, update.summary)
  if (update.type !== 'hello') return live
  const { stream, summary } = update
  const isSameRun = state.stream === stream || state.stream === ''
  return { ...(isSameRun ? withSummary : withNewServer)(live, summary), stream }
}
