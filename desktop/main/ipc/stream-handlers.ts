import type { Market } from '#desktop/main/market/market.ts'
import type { AppWindows } from '#desktop/main/windows/windows.ts'
import type { LiveUpdate } from '#desktop/shared/market-state.ts'
import type { ThreadKey } from '#shared/contract/thread.ts'
import type { Caller, Handlers } from './gate.ts'

interface StreamDeps {
  market: Pick<Market, 'onUpdate' | 'snapshot' | 'wake' | 'watchVotes' | 'watchThreads'>
  windows: Pick<AppWindows, 'isShown' | 'onShown'>
  /** A window reports that the network may be back. */
  onWake(): void
}

/**
 * Forwards live updates to the windows that joined, prices only to those that can be seen: another gets a
 * snapshot when it appears. `stop` unsubscribes all of them.
 */
export function streamHandlers({ market, windows, onWake }: StreamDeps): {
  handlers: Pick<Handlers, 'stream:join' | 'stream:wake' | 'stream:votes' | 'stream:thread'>
  stop(): void
} {
  const joined = new Map<number, Caller>()
  /** Windows that show the newest votes. */
  const watching = new Set<number>()
  const watch = (id: number, isWatched: boolean) => {
    if (isWatched) watching.add(id)
    else watching.delete(id)
    market.watchVotes(watching.size > 0)
  }
  /** Threads by window, the newest last. */
  const threads = new Map<number, ThreadKey>()
  const watchThread = (id: number, thread: ThreadKey | null) => {
    threads.delete(id)
    if (thread) threads.set(id, thread)
    // Two windows may show the same one.
    const byName = new Map([...threads.values()].map((one) => [`${one.target} ${one.id}`, one]))
    market.watchThreads([...byName.values()])
  }
  const unwatch = (id: number) => {
    watch(id, false)
    watchThread(id, null)
  }
  const send = (caller: Caller, update: LiveUpdate) => {
    if (!caller.isDestroyed()) caller.send('stream:update', update)
  }
  /** Windows that have missed a price. */
  const outdated = new Set<object>()
  const stopUpdates = market.onUpdate((update) => {
    for (const caller of joined.values()) {
      if (update.type !== 'price' || windows.isShown(caller)) send(caller, update)
      else outdated.add(caller)
    }
  })
  const stopShown = windows.onShown((page) => {
    if (!outdated.delete(page)) return
    for (const caller of joined.values()) if (caller === page) send(caller, market.snapshot())
  })
  return {
    stop() {
      stopUpdates()
      stopShown()
    },
    handlers: {
      'stream:join': (caller) => {
        // A reloaded page joins again; its window is registered once.
        if (!joined.has(caller.id)) {
          caller.once('destroyed', () => {
            joined.delete(caller.id)
            outdated.delete(caller)
            unwatch(caller.id)
          })
        }
        joined.set(caller.id, caller)
        unwatch(caller.id)
        send(caller, market.snapshot())
        return null
      },
      'stream:votes': (caller, isWatched) => {
        if (joined.has(caller.id)) watch(caller.id, isWatched)
        return null
      },
      'stream:thread': (caller, thread) => {
        if (joined.has(caller.id)) watchThread(caller.id, thread)
        return null
      },
      'stream:wake': () => {
        market.wake()
        onWake()
        return null
      },
    },
  }
}
