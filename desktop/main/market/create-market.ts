import { createStore } from 'zustand/vanilla'
import { createAskJson, type Fetch } from '#desktop/main/server/api-requests.ts'
import { createListeners } from '#desktop/shared/listeners.ts'
import { createServerClock } from '#desktop/shared/server-clock.ts'
import { createStreamLink } from '#desktop/shared/stream-link.ts'
import { STREAM_HEARTBEAT_MS, STREAM_PATH, type StreamMessage } from '#shared/contract/stream.ts'
import { askSummary } from './ask-summary.ts'
import { createAsker } from './asker.ts'
import { isWhole } from './checks.ts'
import { greeting } from './greeting.ts'
import { type LastKnownKeeper, lastKnownOf } from './last-known.ts'
import type { Market, MarketView } from './market.ts'
import { withNewServer, withPrice, withSummary } from './market-view.ts'
import { openSocket, type StreamSocketClass } from './open-socket.ts'

interface MarketParts {
  apiOrigin: string
  WebSocket: StreamSocketClass
  fetch: Fetch
  lastKnown: LastKnownKeeper
  /** The local clock, epoch milliseconds. */
  now: () => number
  /** From 0 to 1. */
  random: () => number
}

/** While the stream is away the summary is asked for about this often. */
const POLL_MS = 4_000
/** Most absences are shorter than this. */
const FIRST_POLL_MS = 1_000
/** A stream that was silent for longer slept through something: it is opened anew at once. */
const LONG_SILENCE_MS = 1.5 * STREAM_HEARTBEAT_MS
/** Windows and the system may all say at once that the network is back; an attempt needs its time. */
const WAKE_PAUSE_MS = 1_000

/** The one live stream of the app. Nothing is opened before `start`. */
export function createMarket(parts: MarketParts): Market {
  const { apiOrigin, lastKnown, now: local, random } = parts
  const clock = createServerClock(local)
  const kept = lastKnown.read()
  const view = createStore<MarketView>(() => ({
    summary: kept?.summary ?? null,
    price: kept?.price ?? null,
    link: 'connecting',
    heardAt: kept?.heardAt ?? null,
  }))
  const messages = createListeners<StreamMessage>()
  const texts = createListeners<string | null>()
  let isRunning = false
  let ending = new AbortController()
  /** The stream of the last greeting: another one is another run of the server. */
  let stream: string | null = null
  /** The last sequence number, while the stream speaks. */
  let seq: number | null = null
  let spokenAt = 0
  let wokenAt = 0

  const show = (next: MarketView) => {
    if (next === view.getState()) return
    view.setState(next, true)
    const known = lastKnownOf(next)
    if (known) lastKnown.keep(known)
  }
  const showLink = (link: MarketView['link']) => {
    if (view.getState().link !== link) show({ ...view.getState(), link })
  }

  // Half of a pause is chance, so that not everyone asks a server at once that has just come back.
  const about = (milliseconds: number) => milliseconds * (0.75 + random() / 2)
  const asker = createAsker({
    ask: () => askSummary(createAskJson(parts.fetch, ending.signal), apiOrigin),
    onAnswer(summary) {
      if (!isRunning) return
      clock.hear(summary.serverDate)
      const take = stream === null && seq === null ? withNewServer : withSummary
      const link = seq === null ? 'polling' : 'live'
      show({ ...take(view.getState(), summary, clock.now()), link })
    },
    onFailure() {
      if (isRunning && seq === null) showLink('offline')
    },
    firstPause: () => about(FIRST_POLL_MS),
    pause: () => about(POLL_MS),
  })

  const take = (message: StreamMessage): MarketView => {
    const known = { ...view.getState(), link: 'live' as const, heardAt: clock.now() }
    if (message.type === 'price') return withPrice(known, message.price, known.heardAt)
    if (message.type === 'summary') return withSummary(known, message.summary, known.heardAt)
    if (message.type !== 'hello') return known
    return message.stream === stream
      ? withSummary(known, message.summary, known.heardAt)
      : withNewServer(known, message.summary, known.heardAt)
  }

  const onMessage = (message: StreamMessage) => {
    if (!isWhole(message)) return
    spokenAt = local()
    clock.hear(message.serverDate)
    seq = message.seq
    show(take(message))
    if (message.type === 'hello') {
      stream = message.stream
      // The greeting said it all.
      asker.rest()
    }
    messages.tell(message)
    texts.tell(JSON.stringify(message))
  }

  const link = createStreamLink({
    open: (events) =>
      openSocket(parts.WebSocket, `${apiOrigin.replace(/^http/, 'ws')}${STREAM_PATH}`, events),
    onMessage,
    onGap: () => asker.once(),
    onState(isOpen) {
      if (isOpen) return
      const wasOpen = seq !== null
      seq = null
      if (!isRunning) return
      asker.poll()
      if (!wasOpen) return
      showLink('connecting')
      texts.tell(null)
    },
    random,
  })

  return {
    view,
    now: clock.now,
    onMessage: messages.add,
    onText: texts.add,
    present() {
      if (seq === null || stream === null) return null
      return greeting(view.getState(), { stream, seq, now: clock.now() })
    },
    start() {
      if (isRunning) return
      isRunning = true
      ending = new AbortController()
      link.start()
    },
    wake() {
      if (!isRunning) return
      if (seq !== null && local() - spokenAt < LONG_SILENCE_MS) return
      if (Math.abs(local() - wokenAt) < WAKE_PAUSE_MS) return
      wokenAt = local()
      asker.once()
      // After a sleep an open socket may be dead without knowing it.
      if (seq === null) link.wake()
      else {
        link.stop()
        link.start()
      }
    },
    stop() {
      isRunning = false
      link.stop()
      asker.rest()
      ending.abort()
      lastKnown.stop()
    },
  }
}
