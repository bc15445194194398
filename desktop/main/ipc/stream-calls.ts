import type { Market } from '#desktop/main/market/market.ts'
import type { Caller, Handlers } from './gate.ts'

/** What a window may ask of the live stream; `stop` ends what they hear. */
export function streamCalls(
  market: Pick<Market, 'onText' | 'present' | 'wake'>,
  onWake: () => void,
): {
  calls: Pick<Handlers, 'stream:join' | 'stream:wake'>
  stop(): void
} {
  const joined = new Map<number, Caller>()
  const tell = (caller: Caller, text: string | null) => {
    if (!caller.isDestroyed()) caller.send('stream:message', text)
  }
  const stop = market.onText((text) => {
    for (const caller of joined.values()) tell(caller, text)
  })
  return {
    stop,
    calls: {
      'stream:join': (caller) => {
        // A page that was loaded anew joins again; its window is told of once.
        if (!joined.has(caller.id)) caller.once('destroyed', () => joined.delete(caller.id))
        joined.set(caller.id, caller)
        tell(caller, market.present())
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
