import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import type { LinkState, LiveUpdate } from '#desktop/shared/market-state.ts'
import type { StreamMessage } from '#shared/contract/stream.ts'
import { summaryQuery } from './summary-query.ts'

type LiveUpdatesDeps = Pick<Services, 'platform' | 'clock' | 'live' | 'queries' | 'api' | 'session'>

/** Applies live updates to the stores and the query cache. Returns the function that stops. */
export function startLiveUpdates(services: LiveUpdatesDeps): () => void {
  const { platform, clock, live, queries } = services
  let stream: string | null = null

  const setLink = (link: LinkState) => {
    const isWaiting = link !== 'live'
    live.link.setState(isWaiting && !navigator.onLine ? 'offline' : link, true)
  }
  const isList = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryKey[0] !== queryKeys.summary[0]

  const onMessage = (message: StreamMessage) => {
    // A message proves the connection, whatever the browser reports.
    live.link.setState('live', true)
    clock.sync(message.serverDate)
    if (message.type === 'hello' || message.type === 'summary') {
      live.receiveSummary(message.summary)
      queries.setQueryData(queryKeys.summary, message.summary)
    }
    if (message.type === 'price') live.receivePrice(message.price)
    if (message.type === 'round') queries.invalidateQueries()
    if (message.type === 'hello') {
      // Lists may have changed during an outage; at the first greeting they are loading anyway.
      if (stream !== null) queries.invalidateQueries({ predicate: isList })
      stream = message.stream
    }
  }

  const source = platform.openLive({
    clock,
    fetchSummary: () =>
      queries.fetchQuery({ ...summaryQuery(services), staleTime: 0, retry: false }),
    isPaused: () => document.visibilityState === 'hidden',
    onUpdate(update: LiveUpdate) {
      if (update.type === 'link') return setLink(update.link)
      if (update.type !== 'polled') return onMessage(update)
      live.receiveSummary(update.summary)
      queries.setQueryData(queryKeys.summary, update.summary)
    },
  })

  const online = () => {
    source.wake()
    queries.invalidateQueries({ queryKey: queryKeys.summary })
  }
  const offline = () => live.link.setState('offline', true)
  const visible = () => {
    if (document.visibilityState === 'visible') source.wake()
  }
  addEventListener('online', online)
  addEventListener('offline', offline)
  document.addEventListener('visibilitychange', visible)
  source.start()

  return () => {
    removeEventListener('online', online)
    removeEventListener('offline', offline)
    document.removeEventListener('visibilitychange', visible)
    source.stop()
  }
}
