import type { Market } from '#desktop/main/market/market.ts'
import type { LiveUpdate } from '#desktop/shared/market-state.ts'
import type { Caller, Handlers } from './gate.ts'

/** Forwards live updates to the windows that joined; `stop` unsubscribes all of them. */
export function streamHandlers(
  market: Pick<Market, 'onUpdate' | 'snapshot' | 'wake' | 'watchVotes'>,
  onWake: () => void,
): {
  handlers: Pick<Handlers, 'stream:join' | 'stream:wake' | 'stream:votes'>
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
  const send = (caller: Caller, update: LiveUpdate) => {
    if (!caller.isDestroyed()) caller.send('stream:update', update)
  }
  const stop = market.onUpdate((update) => {
    for (const caller of joined.values()) send(caller, update)
  })
  return {
    stop,
    handlers: {
      'stream:join': (caller) => {
        // A reloaded page joins again; its window is registered once.
        if (!joined.has(caller.id)) {
          caller.once('destroyed', () => {
            joined.delete(caller.id)
            watch(caller.id, false)
          })
        }
        joined.set(caller.id, caller)
        watch(caller.id, false)
        send(caller, market.snapshot())
        return null
      },
      'stream:votes': (caller, isWatched) => {
        if (joined.has(caller.id)) watch(caller.id, isWatched)
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
