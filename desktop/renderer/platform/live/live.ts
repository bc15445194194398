import type { QueryClient } from '@tanstack/react-query'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { createEmitter } from '#desktop/shared/emitter.ts'
import {
  type LinkState,
  type LiveUpdate,
  reduceUpdate,
  serverDateOf,
} from '#desktop/shared/market-state.ts'
import type { ServerClock } from '#desktop/shared/server-clock.ts'
import type { Notification } from '#shared/contract/notifications.ts'
import type { LivePrice } from '#shared/contract/price.ts'
import type { NewestVotes } from '#shared/contract/stream.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import type { ThreadKey } from '#shared/contract/thread.ts'

/** Live price and state of the link, each in a store of its own. The summary is in the query cache. */
export interface Live {
  price: StoreApi<LivePrice | null>
  link: StoreApi<LinkState>
  /**
   * Syncs the clock, stores price and link where the update is newer, and returns the newest summary,
   * which the caller puts into the query cache; null while none is known.
   */
  receive(update: LiveUpdate): VoteSummary | null
  /**
   * Subscribes to accepted summaries, with the newest votes where the update brought them. Returns the function
   * that unsubscribes.
   */
  onSummary(listener: (accepted: AcceptedSummary) => void): () => void
  /** Subscribes to alerts of the signed-in user. Returns the function that unsubscribes. */
  onAlert(listener: (notification: Notification) => void): () => void
  /** Subscribes to changes of the user's price levels. Returns the function that unsubscribes. */
  onLevels(listener: () => void): () => void
  /**
   * Subscribes to changes of texts, such as a hidden one, and to messages before which some may have been
   * missed. Returns the function that unsubscribes.
   */
  onContent(listener: () => void): () => void
  /** Subscribes to changes of the watched thread. Returns the function that unsubscribes. */
  onThread(listener: (thread: ThreadKey) => void): () => void
  /** Whether this window shows the newest votes. */
  watchesVotes: StoreApi<boolean>
  /** Whether this window shows alerts: the code that does so is loaded after the first view. */
  watchesAlerts: StoreApi<boolean>
  /** The thread that this window shows. */
  watchedThread: StoreApi<ThreadKey | null>
}

interface AcceptedSummary {
  summary: VoteSummary
  votes: NewestVotes | null
}

/** `initial` is the price of the first render. */
export function createLive(
  clock: Pick<ServerClock, 'sync'>,
  queries: QueryClient,
  initial: LivePrice | null = null,
): Live {
  const price = createStore<LivePrice | null>(() => initial)
  const link = createStore<LinkState>(() => 'connecting')
  const watchesVotes = createStore(() => false)
  const watchesAlerts = createStore(() => false)
  const watchedThread = createStore<ThreadKey | null>(() => null)
  const summaries = createEmitter<AcceptedSummary>()
  const alerts = createEmitter<Notification>()
  const levels = createEmitter<undefined>()
  const contents = createEmitter<undefined>()
  const threads = createEmitter<ThreadKey>()
  let stream: string | null = null

  return {
    price,
    link,
    watchesVotes,
    watchesAlerts,
    watchedThread,
    onSummary: summaries.subscribe,
    onAlert: alerts.subscribe,
    onLevels: levels.subscribe,
    onContent: contents.subscribe,
    onThread: threads.subscribe,
    receive(update) {
      const serverDate = serverDateOf(update)
      if (serverDate !== null) clock.sync(serverDate)
      const summary = queries.getQueryData<VoteSummary>(queryKeys.summary) ?? null
      const known = { price: price.getState(), link: link.getState(), stream, receivedAt: null }
      const next = reduceUpdate({ ...known, summary }, update)
      price.setState(next.price, true)
      link.setState(next.link, true)
      stream = next.stream
      if (update.type === 'alert') alerts.emit(update.notification)
      if (update.type === 'levels') levels.emit(undefined)
      const isText = update.type === 'content' && (update.target !== 'user' || update.texts)
      const areMissed = update.type === 'hello' || update.type === 'missed'
      if (isText || areMissed) contents.emit(undefined)
      if (update.type === 'thread') threads.emit(update)
      if (next.summary && next.summary !== summary) {
        const votes = update.type === 'summary' ? update.votes : null
        summaries.emit({ summary: next.summary, votes: votes ?? null })
      }
      return next.summary
    },
  }
}
