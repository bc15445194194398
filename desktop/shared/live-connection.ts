import { STREAM_HEARTBEAT_MS, STREAM_REQUESTS } from '#shared/contract/endpoints.ts'
import type { StreamMessage } from '#shared/contract/stream.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import type { ThreadKey } from '#shared/contract/thread.ts'
import { isServerError } from './api-failure.ts'
import type { LinkState, LiveUpdate } from './market-state.ts'
import { createStreamSocket, type StreamSocketDeps } from './stream-socket.ts'
import { createSummaryPoll } from './summary-poll.ts'

interface LiveConnectionDeps extends Pick<StreamSocketDeps, 'WebSocket' | 'apiOrigin' | 'random'> {
  fetchSummary: () => Promise<VoteSummary>
  /** Local clock, epoch milliseconds. */
  now: () => number
  /** Called with updates as they arrive; `reduceUpdate` decides what is newer. */
  onUpdate: (update: LiveUpdate) => void
  /** Rejects a malformed message before it is used; accepts all by default. */
  isValid?: (message: StreamMessage) => boolean
  /** Suspends polling while it returns true. */
  isPaused?: () => boolean
}

const KINDS = ['votes', 'prices'] as const
type Kind = (typeof KINDS)[number]
/** The requests that end others. */
const OFF = { votes: 'noVotes', prices: 'noPrices' } as const

const POLL_MS = 4_000
/** Most outages are shorter than this. */
const FIRST_POLL_MS = 1_000
/** On wake, an open stream that was silent for longer is reconnected. */
const LONG_SILENCE_MS = 1.5 * STREAM_HEARTBEAT_MS
/** Alerts that a server repeats are at most these last ones. */
const ALERTS_KEPT = 100
/** Windows and the system may report the network at once; an attempt needs its time. */
const WAKE_INTERVAL_MS = 1_000

/**
 * The live connection of one process: WebSocket with reconnect and resync, and HTTP polling while it
 * is down. Used by Electron's main process and by the browser.
 */
export function createLiveConnection(deps: LiveConnectionDeps) {
  const { now, random, onUpdate } = deps
  let isRunning = false
  /** Whether the stream has delivered a message since it was opened. */
  let isUp = false
  const wishes = { votes: false, prices: false }
  /** The requests that the open stream accepts; an older server closes it upon others. */
  let accepted = { votes: false, prices: false }
  /** Access token of the session whose alerts are wanted; null for none. */
  let token: string | null = null
  let acceptsAlerts = false
  let threads: readonly ThreadKey[] = []
  /** How many threads the open stream accepts; 0 before its greeting. */
  let threadsMax = 0
  /** Ids of the last alerts: the server repeats them when it gets a token. */
  const alerted = new Set<number>()
  let messageAt = 0
  let wokenAt = 0

  const setLink = (link: LinkState) => onUpdate({ type: 'link', link })

  // Jitter: clients must not all poll a recovering server at once.
  const jittered = (milliseconds: number) => milliseconds * (0.75 + random() / 2)
  const poll = createSummaryPoll({
    fetchSummary: deps.fetchSummary,
    onSummary(summary) {
      if (!isRunning) return
      if (!isUp) setLink('polling')
      onUpdate({ type: 'polled', summary })
    },
    onFailure(error) {
      if (isRunning && !isUp) setLink(isServerError(error) ? 'failing' : 'offline')
    },
    isPaused: deps.isPaused ?? (() => false),
    firstDelay: () => jittered(FIRST_POLL_MS),
    delay: () => jittered(POLL_MS),
  })

  const isRepeated = (id: number): boolean => {
    if (alerted.has(id)) return true
    const [oldest] = alerted.add(id)
    if (alerted.size > ALERTS_KEPT && oldest !== undefined) alerted.delete(oldest)
    return false
  }

  const onMessage = (message: StreamMessage) => {
    if (deps.isValid && !deps.isValid(message)) return
    messageAt = now()
    isUp = true
    if (message.type === 'alert' && isRepeated(message.notification.id)) return
    // The greeting carries the summary.
    if (message.type === 'hello') {
      poll.stop()
      accepted = { votes: message.votes === true, prices: message.prices === true }
      acceptsAlerts = message.alerts === true
      threadsMax = message.threads === true ? (message.threadsMax ?? 1) : 0
      for (const kind of KINDS) if (wishes[kind]) sendRequest(kind)
      if (token !== null) sendToken()
      if (threads.length > 0) sendThreads()
    }
    onUpdate(message)
  }

  const socket = createStreamSocket({
    ...deps,
    onMessage,
    onGap: poll.fetchNow,
    onDown() {
      const wasUp = isUp
      isUp = false
      accepted = { votes: false, prices: false }
      acceptsAlerts = false
      threadsMax = 0
      if (!isRunning) return
      poll.start()
      if (wasUp) setLink('connecting')
    },
  })

  const sendRequest = (kind: Kind) => {
    if (accepted[kind]) socket.send(STREAM_REQUESTS[wishes[kind] ? kind : OFF[kind]])
  }
  const sendToken = () => {
    if (!acceptsAlerts) return
    const { alerts, noAlerts } = STREAM_REQUESTS
    socket.send(token === null ? noAlerts : `${alerts} ${token}`)
  }
  const sendThreads = () => {
    if (threadsMax === 0) return
    const { thread, noThread } = STREAM_REQUESTS
    const names = threads.slice(-threadsMax).map(({ target, id }) => `${target} ${id}`)
    socket.send(names.length === 0 ? noThread : [thread, ...names].join(' '))
  }
  const request = (kind: Kind, isWanted: boolean) => {
    if (isWanted === wishes[kind]) return
    wishes[kind] = isWanted
    sendRequest(kind)
  }

  return {
    /** Requests summaries with or without the newest votes, now and after each reconnection. */
    watchVotes: (isWatched: boolean) => request('votes', isWatched),
    /** Requests every price, or one a second, now and after each reconnection. */
    watchPrices: (isWatched: boolean) => request('prices', isWatched),
    /** Requests the alerts of the session of an access token, now and after each reconnection; null: of none. */
    watchAlerts(accessToken: string | null) {
      if (accessToken === token) return
      token = accessToken
      sendToken()
    },
    /**
     * Requests the changes of these threads and no others, now and after each reconnection. Where a server
     * accepts fewer, those of the last ones come.
     */
    watchThreads(next: readonly ThreadKey[]) {
      if (JSON.stringify(next) === JSON.stringify(threads)) return
      threads = next
      sendThreads()
    },
    start() {
      if (isRunning) return
      isRunning = true
      socket.start()
    },
    /** Retries at once: the network may be back, or the computer woke up. */
    wake() {
      if (!isRunning) return
      if (isUp && now() - messageAt < LONG_SILENCE_MS) return
      if (Math.abs(now() - wokenAt) < WAKE_INTERVAL_MS) return
      wokenAt = now()
      poll.fetchNow()
      // After a sleep an open socket may be dead without an event.
      socket.reconnectNow()
    },
    /**
     * Opens the stream anew, because the network is reported as gone: an open socket notices after two
     * heartbeats only, and messages under way would prove it until then.
     */
    networkLost() {
      if (isRunning) socket.reconnectNow()
    },
    stop() {
      isRunning = false
      socket.stop()
      poll.stop()
    },
  }
}
