import type { LiveSource, LiveSourceOptions } from './platform.ts'

/**
 * The live connection of a browser. Its code loads after the first view, which the server has rendered
 * or a request fills; after a failure `wake` tries again.
 */
export function openWebLive(options: LiveSourceOptions, apiOrigin: string): LiveSource {
  let loading: Promise<LiveSource> | null = null
  let isRunning = false

  const load = async (): Promise<LiveSource> => {
    const { createLiveConnection } = await import('#desktop/shared/live-connection.ts')
    const connection = createLiveConnection({
      ...options,
      WebSocket,
      apiOrigin,
      now: Date.now,
      random: Math.random,
    })
    return {
      ...connection,
      watchThread: (thread) => connection.watchThreads(thread ? [thread] : []),
    }
  }
  const run = async (act: (source: LiveSource) => void) => {
    try {
      loading ??= load()
      const source = await loading
      if (!isRunning) return
      source.start()
      act(source)
    } catch {
      loading = null
      options.onUpdate({ type: 'link', link: 'offline' })
    }
  }

  return {
    start() {
      isRunning = true
      run(() => {})
    },
    wake: () => run((source) => source.wake()),
    networkLost: () => run((source) => source.networkLost?.()),
    watchVotes: (isWatched) => run((source) => source.watchVotes(isWatched)),
    watchThread: (thread) => run((source) => source.watchThread(thread)),
    watchPrices: (isWatched) => run((source) => source.watchPrices?.(isWatched)),
    watchAlerts: (token) => run((source) => source.watchAlerts?.(token)),
    stop() {
      isRunning = false
      loading?.then(
        (source) => source.stop(),
        () => {},
      )
    },
  }
}
