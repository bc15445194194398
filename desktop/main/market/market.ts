import { createStore, type StoreApi } from 'zustand/vanilla'
import { createJsonRequest } from '#desktop/main/server/api-requests.ts'
import { createEmitter } from '#desktop/shared/emitter.ts'
import { createLiveConnection } from '#desktop/shared/live-connection.ts'
import {
  type LiveState,
  type LiveUpdate,
  type MarketState,
  reduceUpdate,
  serverDateOf,
} from '#desktop/shared/market-state.ts'
import type { Fetch } from '#desktop/shared/renewing-fetch.ts'
import { createServerClock } from '#desktop/shared/server-clock.ts'
import type { StreamWebSocketClass } from '#desktop/shared/stream-socket.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import type { ThreadKey } from '#shared/contract/thread.ts'
import { isSummary, isValidMessage } from './market-checks.ts'
import { type SnapshotStore, snapshotOf } from './market-snapshot.ts'

/** The app's one live connection; feeds tray, alerts and windows. */
export interface Market {
  state: StoreApi<MarketState>
  /** Server time, epoch milliseconds. */
  now(): number
  /** Subscribes to accepted updates; returns the function that unsubscribes. */
  onUpdate(listener: (update: LiveUpdate) => void): () => void
  /** First update for a window that joins: a greeting, or the state of the link. */
  snapshot(): LiveUpdate
  start(): void
  /** Retries at once: the computer woke up, or a window reports the network. */
  wake(): void
  /** Whether a window shows the newest votes: summaries bring them then. */
  watchVotes(isWatched: boolean): void
  /** The threads whose changes come, the newest last. */
  watchThreads(threads: readonly ThreadKey[]): void
  /** Whether every price comes, as for a user, or one a second. */
  watchPrices(isWatched: boolean): void
  /** Brings the alerts of the session of an access token; null for none. */
  watchAlerts(accessToken: string | null): void
  stop(): void
}

interface MarketDeps {
  apiOrigin: string
  WebSocket: StreamWebSocketClass
  fetch: Fetch
  marketSnapshot: SnapshotStore
  /** Local clock, epoch milliseconds. */
  now: () => number
  /** From 0 to 1. */
  random: () => number
}

/** Opens nothing before `start`. */
export function createMarket(deps: MarketDeps): Market {
  const { apiOrigin, marketSnapshot } = deps
  const clock = createServerClock(deps.now)
  const updates = createEmitter<LiveUpdate>()
  const abort = new AbortController()
  const requestJson = createJsonRequest(deps.fetch, abort.signal)
  const state = createStore<LiveState>(() => ({
    summary: null,
    price: null,
    receivedAt: null,
    ...marketSnapshot.read(),
    link: 'connecting',
    stream: null,
  }))
  /** Sequence number of the last message. */
  let seq = 0

  const receive = (update: LiveUpdate) => {
    const serverDate = serverDateOf(update)
    if (serverDate !== null) clock.sync(serverDate)
    if ('seq' in update) seq = update.seq
    const next = reduceUpdate(state.getState(), update)
    if (next === state.getState()) return
    state.setState(next, true)
    updates.emit(update)
  }

  const connection = createLiveConnection({
    ...deps,
    isValid: isValidMessage,
    onUpdate: receive,
    async fetchSummary() {
      // A cached reply carries an old server time, which would set the clock back.
      const url = `${apiOrigin}${API_PREFIX}/vote/summary`
      const { status, body } = await requestJson(url, { cache: 'no-store' })
      if (status !== 200 || !isSummary(body)) throw new Error('the reply holds no summary')
      return body
    },
  })
  const unsubscribe = state.subscribe((market) => {
    const known = snapshotOf(market)
    if (known) marketSnapshot.write(known)
  })
  return {
    state,
    now: clock.now,
    onUpdate: updates.subscribe,
    snapshot() {
      const { summary, price, link, stream } = state.getState()
      if (link !== 'live' || stream === null || !summary) return { type: 'link', link }
      // Current time: the receiver sets its clock by it.
      const serverDate = new Date(clock.now()).toISOString()
      return { type: 'hello', seq, serverDate, stream, summary: { ...summary, serverDate, price } }
    },
    start: connection.start,
    wake: connection.wake,
    watchVotes: connection.watchVotes,
    watchThreads: connection.watchThreads,
    watchPrices: connection.watchPrices,
    watchAlerts: connection.watchAlerts,
    stop() {
      unsubscribe()
      connection.stop()
      abort.abort()
      marketSnapshot.stop()
    },
  }
}
