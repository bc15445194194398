import type { Market } from '#desktop/main/market/market.ts'
import type { LiveUpdate } from '#desktop/shared/market-state.ts'
import type { Caller, Handlers } from './gate.ts'

/** Forwards live updates to the windows that joined; `stop` unsubscribes all of them. */
export function streamHandlers(
  market: Pick<Market, 'onUpdate' | 'snapshot' | 'wake'>,
  onWake: () => void,
): {
  handlers: Pick<Handlers, 'stream:join' | 'stream:wake'>
  stop(): void
} {
  const joined = new Map<number, Caller>()
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
        if (!joined.has(caller.id)) caller.once('destroyed', () => joined.delete(caller.id))
        joined.set(caller.id, caller)
        send(caller, market.snapshot())
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
