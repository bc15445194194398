import type { QueryClient } from '@tanstack/react-query'
import { STREAM_PATH, type StreamMessage } from '#shared/contract/stream.ts'
import type { ServerClock } from '../../../common/server-clock.ts'
import { createStreamLink, type SocketEvents } from '../../../common/stream-link.ts'
import type { Live } from './live.ts'
import { SUMMARY_KEY } from './summary-query.ts'

interface LiveUpdatesParts {
  apiOrigin: string
  clock: ServerClock
  live: Live
  queries: QueryClient
}

function openSocket(url: string, { onMessage, onClose }: SocketEvents): () => void {
  const socket = new WebSocket(url)
  socket.onmessage = ({ data }) => onMessage(data)
  socket.onclose = onClose
  return () => socket.close()
}

/** Lets the live stream move the stores and the cached summary. Answers how to end it. */
export function startLiveUpdates({ apiOrigin, clock, live, queries }: LiveUpdatesParts) {
  let stream: string | null = null

  const refresh = () => {
    queries.invalidateQueries({ queryKey: SUMMARY_KEY })
  }

  const offlineOr = (state: 'connecting' | 'polling') => (navigator.onLine ? state : 'offline')

  const onMessage = (message: StreamMessage) => {
    // Whatever the browser thinks of the network, here is proof.
    live.link.set('live')
    clock.hear(message.serverDate)
    if (message.type === 'hello' || message.type === 'summary') {
      live.hearSummary(message.summary)
      queries.setQueryData(SUMMARY_KEY, message.summary)
    }
    if (message.type === 'price') live.hearPrice(message.price)
    if (message.type === 'round') queries.invalidateQueries()
    if (message.type === 'hello') {
      // Lists may have moved while we were away; on the first hello they are being read anyway.
      if (stream !== null) queries.invalidateQueries({ predicate: isList })
      stream = message.stream
    }
  }

  const isList = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== SUMMARY_KEY[0]

  const link = createStreamLink({
    open: (events) => openSocket(`${apiOrigin.replace(/^http/, 'ws')}${STREAM_PATH}`, events),
    onMessage,
    onGap: refresh,
    onState: (isOpen) => {
      if (isOpen) live.link.set('live')
      // While it is away the state follows how asking fares, not every attempt to come back.
      else if (live.link.get() === 'live') live.link.set(offlineOr('connecting'))
    },
    random: Math.random,
  })

  // How the summary fares tells whether asking works while the stream is away.
  const unwatch = queries.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== SUMMARY_KEY[0] || live.link.get() === 'live') return
    if (query.state.fetchFailureCount > 0) live.link.set('offline')
    else if (query.state.status === 'success') live.link.set(offlineOr('polling'))
  })

  const online = () => {
    link.wake()
    refresh()
  }
  const offline = () => live.link.set('offline')
  const visible = () => {
    if (document.visibilityState === 'visible') link.wake()
  }
  addEventListener('online', online)
  addEventListener('offline', offline)
  document.addEventListener('visibilitychange', visible)
  link.start()

  return () => {
    removeEventListener('online', online)
    removeEventListener('offline', offline)
    document.removeEventListener('visibilitychange', visible)
    unwatch()
    link.stop()
  }
}
