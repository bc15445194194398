import { createStore } from 'zustand/vanilla'
import { STREAM_HEARTBEAT_MS } from '#shared/contract/endpoints.ts'
import type { StreamMessage } from '#shared/contract/stream.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import { isServerError } from './api-failure.ts'
import {
  type LinkState,
  type LiveUpdate,
  type MarketState,
  withNewServer,
  withPrice,
  withSummary,
} from './market-state.ts'
import type { ServerClock } from './server-clock.ts'
import { createStreamSocket, type StreamSocketDeps } from './stream-socket.ts'
import { createSummaryPoll } from './summary-poll.ts'

interface LiveConnectionDeps extends Pick<StreamSocketDeps, 'WebSocket' | 'apiOrigin' | 'random'> {
  fetchSummary: () => Promise<VoteSummary>
  clock: ServerClock
  /** Local clock, epoch milliseconds. */
  now: () => number
  onUpdate: (update: LiveUpdate) => void
  /** Rejects a malformed message before it is used; accepts all by default. */
  isValid?: (message: StreamMessage) => boolean
  /** Suspends polling while it returns true. */
  isPaused?: () => boolean
  /** State of an earlier run, shown until the server replies. */
  initial?: Omit<MarketState, 'link'> | null
}

const POLL_MS = 4_000
/** Most outages are shorter than this. */
const FIRST_POLL_MS = 1_000
/** On wake, an open stream that was silent for longer is reconnected. */
const LONG_SILENCE_MS = 1.5 * STREAM_HEARTBEAT_MS
/** Windows and the system may report the network at once; an attempt needs its time. */
const WAKE_INTERVAL_MS = 1_000

/**
 * The live market data of one process: WebSocket with reconnect and resync, HTTP polling while it
 * is down, newest price and summary. Used by Electron's main process and by the browser.
 */
export function createLiveConnection(deps: LiveConnectionDeps) {
  const { clock, now, random, onUpdate } = deps
  const state = createStore<MarketState>(() => ({
    summary: null,
    price: null,
    receivedAt: null,
    ...deps.initial,
    link: 'connecting',
  }))
  let isRunning = false
  /** Stream id of the last greeting; another id is another server run. */
  let stream: string | null = null
  /** Last sequence number while the stream is up. */
  let seq: number | null = null
  let messageAt = 0
  let wokenAt = 0

  const apply = (next: MarketState, update?: LiveUpdate) => {
    const known = state.getState()
    if (next !== known) state.setState(next, true)
    if (next.link !== known.link) onUpdate({ type: 'link', link: next.link })
    if (update) onUpdate(update)
  }
  const setLink = (link: LinkState) => apply({ ...state.getState(), link })

  // Jitter: clients must not all poll a recovering server at once.
  const jittered = (milliseconds: number) => milliseconds * (0.75 + random() / 2)
  const poll = createSummaryPoll({
    fetchSummary: deps.fetchSummary,
    onSummary(summary) {
      if (!isRunning) return
      clock.sync(summary.serverDate)
      const reduce = stream === null && seq === null ? withNewServer : withSummary
      const link = seq === null ? 'polling' : 'live'
      const next = { ...reduce(state.getState(), summary, clock.now()), link } as const
      apply(next, { type: 'polled', summary })
    },
    onFailure(error) {
      if (isRunning && seq === null) setLink(isServerError(error) ? 'failing' : 'offline')
    },
    isPaused: deps.isPaused ?? (() => false),
    firstDelay: () => jittered(FIRST_POLL_MS),
    delay: () => jittered(POLL_MS),
  })

  const onMessage = (message: StreamMessage) => {
    if (deps.isValid && !deps.isValid(message)) return
    messageAt = now()
    clock.sync(message.serverDate)
    seq = message.seq
    const receivedAt = clock.now()
    let next: MarketState = { ...state.getState(), link: 'live', receivedAt }
    if (message.type === 'price') next = withPrice(next, message.price, receivedAt)
    if (message.type === 'summary') next = withSummary(next, message.summary, receivedAt)
    if (message.type === 'hello') {
      const merge = message.stream === stream ? withSummary : withNewServer
      next = merge(next, message.summary, receivedAt)
      stream = message.stream
      // The greeting carries the summary.
      poll.stop()
    }
    apply(next, message)
  }

  const socket = createStreamSocket({
    ...deps,
    onMessage,
    onGap: poll.fetchNow,
    onDown() {
      const wasUp = seq !== null
      seq = null
      if (!isRunning) return
      poll.start()
      if (wasUp) setLink('connecting')
    },
  })

  return {
    state,
    /** Current state as a greeting for a window that joins; null while the stream is down. */
    snapshot(): LiveUpdate | null {
      const { summary, price } = state.getState()
      if (seq === null || stream === null || !summary) return null
      // Current time: the receiver sets its clock by it.
      const serverDate = new Date(clock.now()).toISOString()
      return { type: 'hello', seq, serverDate, stream, summary: { ...summary, serverDate, price } }
    },
    start() {
      if (isRunning) return
      isRunning = true
      socket.start()
    },
    /** Retries at once: the network may be back, or the computer woke up. */
    wake() {
      if (!isRunning) return
      if (seq !== null && now() - messageAt < LONG_SILENCE_MS) return
      if (Math.abs(now() - wokenAt) < WAKE_INTERVAL_MS) return
      wokenAt = now()
      poll.fetchNow()
      // After a sleep an open socket may be dead without an event.
      socket.reconnectNow()
    },
    stop() {
      isRunning = false
      socket.stop()
      poll.stop()
    },
  }
}
