import { loadInBackground } from './background-module.ts'
import type { LiveSource, LiveSourceOptions } from './platform.ts'

/**
 * The live connection of a browser. Its code loads after the first view, which the server has rendered
 * or a request fills; until it is loaded after a failure the page is offline.
 */
export function openWebLive(options: LiveSourceOptions, apiOrigin: string): LiveSource {
  let loading: Promise<LiveSource> | null = null
  let isRunning = false

  const load = () =>
    new Promise<LiveSource>((resolve) => {
      loadInBackground(() => import('#desktop/shared/live-connection.ts'), {
        onLoaded({ createLiveConnection }) {
          const connection = createLiveConnection({
            ...options,
            WebSocket,
            apiOrigin,
            now: Date.now,
            random: Math.random,
          })
          resolve({
            ...connection,
            watchThread: (thread) => connection.watchThreads(thread ? [thread] : []),
          })
        },
        onFailure: () => options.onUpdate({ type: 'link', link: 'offline' }),
      })
    })
  const run = async (act: (source: LiveSource) => void) => {
    loading ??= load()
    const source = await loading
    if (!isRunning) return
    source.start()
    act(source)
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
      loading?.then((source) => source.stop())
    },
  }
}
