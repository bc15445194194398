import type { Query } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'
import { isDown, type LiveUpdate } from '#desktop/shared/market-state.ts'
import { periodStart } from '#shared/rules/schedule.ts'
import { createContentRefetch, isList } from './content-refetch.ts'
import { summaryQuery } from './summary-query.ts'

/** Behind a proxy without WebSockets a list that is shown is fetched again when it is this old, ms. */
const POLLED_LIST_MS = 60_000

type LiveUpdatesDeps = Pick<Services, 'platform' | 'live' | 'queries' | 'api' | 'session'>

/** Applies live updates to the stores and the query cache. Returns the function that stops. */
export function startLiveUpdates(services: LiveUpdatesDeps): () => void {
  const { platform, live, queries, api, session } = services
  /** Whether changes may have been missed that the next greeting does not repeat. */
  let hasMissed = false

  /** Ends the session here if the server has ended it, as with a ban: public pages would not notice. */
  const checkSession = () => dataOf(api.profile.get()).catch(() => {})
  const isOwn = (id: number) => {
    const state = session.state.getState()
    return state.status === 'user' && state.user.id === id
  }

  const contentRefetch = createContentRefetch({
    queries,
    isOwn,
    after: (ms, task) => setTimeout(task, ms),
    random: Math.random,
  })

  const onUpdate = (update: LiveUpdate) => {
    // A message proves the connection, whatever the browser reports.
    const isOffline = update.type === 'link' && update.link !== 'live' && !navigator.onLine
    const wasDown = isDown(live.link.getState())
    const summary = live.receive(isOffline ? { type: 'link', link: 'offline' } : update)
    if (update.type === 'link' && update.link !== 'live') hasMissed = true
    const isPolling = live.link.getState() === 'polling'
    // Without a stream no greeting follows, after which all lists are refetched.
    if (wasDown && isPolling) {
      const hasFailed = (query: Query) => isList(query) && query.state.status === 'error'
      queries.invalidateQueries({ predicate: hasFailed })
    }
    if (update.type === 'polled' && isPolling && document.visibilityState === 'visible') {
      const isOld = (query: Query) =>
        isList(query) &&
        Math.max(query.state.dataUpdatedAt, query.state.errorUpdatedAt) <
          Date.now() - POLLED_LIST_MS
      queries.invalidateQueries({ predicate: isOld }, { cancelRefetch: false })
    }
    if ('summary' in update) queries.setQueryData(queryKeys.summary, summary)
    if (update.type === 'round') queries.invalidateQueries()
    if (update.type === 'posts') queries.invalidateQueries({ queryKey: queryKeys.recentPosts })
    if (update.type === 'ranks') {
      queries.invalidateQueries({ queryKey: queryKeys.ranking.all })
      queries.invalidateQueries({ queryKey: queryKeys.users.all })
      const state = session.state.getState()
      // The rank of a week is written with the others.
      if (state.status === 'user') {
        queries.invalidateQueries({ queryKey: queryKeys.ownWeeks(state.user.id) })
      }
    }
    if (update.type === 'content') {
      contentRefetch.onChange(update)
      if (update.target === 'user' && isOwn(update.id)) checkSession()
    }
    if (update.type === 'missed') contentRefetch.onMissed()
    if (update.type === 'hello') {
      // The first one repeats recent changes, which is enough unless it comes late.
      if (hasMissed) queries.invalidateQueries({ predicate: isList })
      hasMissed = true
    }
  }

  const source = platform.openLive({
    fetchSummary: () =>
      queries.fetchQuery({ ...summaryQuery(services), staleTime: 0, retry: false }),
    isPaused: () => document.visibilityState === 'hidden',
    onUpdate,
  })

  const stopWatching = live.watchesVotes.subscribe(source.watchVotes)
  const stopWatchingThread = live.watchedThread.subscribe((thread) => source.watchThread(thread))
  // A guest's price moves once a second: most readers are guests, and few look at one number.
  const watchSession = () => {
    const isUser = session.state.getState().status === 'user'
    source.watchPrices?.(isUser)
    // The server repeats the alerts of the last seconds upon the request.
    const isShown = isUser && live.watchesAlerts.getState()
    source.watchAlerts?.(isShown ? session.accessToken() : null)
  }
  const stopWatchingSession = session.state.subscribe(watchSession)
  const stopWatchingAlerts = live.watchesAlerts.subscribe(watchSession)
  const online = () => {
    source.wake()
    queries.invalidateQueries({ queryKey: queryKeys.summary })
  }
  const offline = () => {
    source.networkLost?.()
    onUpdate({ type: 'link', link: 'offline' })
  }
  const visible = () => {
    if (document.visibilityState === 'visible') source.wake()
  }
  addEventListener('online', online)
  addEventListener('offline', offline)
  document.addEventListener('visibilitychange', visible)
  source.start()
  // The screen may have rendered before.
  if (live.watchesVotes.getState()) source.watchVotes(true)
  const thread = live.watchedThread.getState()
  if (thread) source.watchThread(thread)
  watchSession()

  return () => {
    stopWatching()
    stopWatchingThread()
    stopWatchingSession()
    stopWatchingAlerts()
    removeEventListener('online', online)
    removeEventListener('offline', offline)
    document.removeEventListener('visibilitychange', visible)
    source.stop()
  }
}

interface NewPeriodDeps {
  clock: Pick<Services['clock'], 'isSynced'>
  seconds: Pick<Services['seconds'], 'subscribe'>
  queries: Pick<Services['queries'], 'invalidateQueries'>
}

/**
 * Refetches everything when a voting period begins, even without a message of the server. A local clock in
 * another period than the server's is corrected by the first sync, which begins no period.
 */
export function refetchOnNewPeriod({ clock, seconds, queries }: NewPeriodDeps): void {
  let current: number | null = null
  seconds.subscribe((now) => {
    if (!clock.isSynced()) return
    const start = periodStart(now)
    if (current !== null && start !== current) queries.invalidateQueries()
    current = start
  })
}
