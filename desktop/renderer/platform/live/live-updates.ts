import type { QueryClient } from '@tanstack/react-query'
import type { Platform } from '#desktop/renderer/platform/platform.ts'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import type { ServerClock } from '#desktop/shared/server-clock.ts'
import type { StreamMessage } from '#shared/contract/stream.ts'
import type { Live } from './live.ts'

interface LiveUpdatesParts {
  platform: Pick<Platform, 'openStream'>
  clock: ServerClock
  live: Live
  queries: QueryClient
}

/** Lets the live stream move the stores and the cached summary. Answers how to end it. */
export function startLiveUpdates({ platform, clock, live, queries }: LiveUpdatesParts) {
  let stream: string | null = null

  const refresh = () => {
    queries.invalidateQueries({ queryKey: queryKeys.summary })
  }

  const offlineOr = (state: 'connecting' | 'polling') => (navigator.onLine ? state : 'offline')

  const onMessage = (message: StreamMessage) => {
    // Whatever the browser thinks of the network, here is proof.
    live.link.setState('live', true)
    clock.hear(message.serverDate)
    if (message.type === 'hello' || message.type === 'summary') {
      live.hearSummary(message.summary)
      queries.setQueryData(queryKeys.summary, message.summary)
    }
    if (message.type === 'price') live.hearPrice(message.price)
    if (message.type === 'round') queries.invalidateQueries()
    if (message.type === 'hello') {
      // Lists may have moved while we were away; on the first hello they are being read anyway.
      if (stream !== null) queries.invalidateQueries({ predicate: isList })
      stream = message.stream
    }
  }

  const isList = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryKey[0] !== queryKeys.summary[0]

  const link = platform.openStream({
    onMessage,
    onGap: refresh,
    onState: (isOpen) => {
      if (isOpen) live.link.setState('live', true)
      // While it is away the state follows how asking fares, not every attempt to come back.
      else if (live.link.getState() === 'live') live.link.setState(offlineOr('connecting'), true)
    },
  })

  // How the summary fares tells whether asking works while the stream is away.
  const unwatch = queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || live.link.getState() === 'live') return
    const { query, action } = event
    if (query.queryKey[0] !== queryKeys.summary[0]) return
    if (query.state.fetchFailureCount > 0) live.link.setState('offline', true)
    // What is put there by hand is from another time.
    else if (action.type === 'success' && !action.manual)
      live.link.setState(offlineOr('polling'), true)
  })

  const online = () => {
    link.wake()
    refresh()
  }
  const offline = () => live.link.setState('offline', true)
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
