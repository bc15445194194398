import type { DesktopBridge } from '#desktop/bridge/bridge.ts'
import type { LiveSource, LiveSourceOptions } from './platform.ts'

type Bridge = Pick<DesktopBridge, 'joinStream' | 'onStream' | 'wakeStream' | 'watchVotes'>

/** Live updates of the main process, which has the one connection and has already ordered them. */
export function createDesktopLive(
  bridge: Bridge,
  { onUpdate }: Pick<LiveSourceOptions, 'onUpdate'>,
): LiveSource {
  let unsubscribe: (() => void) | null = null
  const stop = () => {
    unsubscribe?.()
    unsubscribe = null
  }
  return {
    start() {
      stop()
      unsubscribe = bridge.onStream(onUpdate)
      bridge.joinStream().catch(() => {})
    },
    wake() {
      bridge.wakeStream().catch(() => {})
    },
    watchVotes(isWatched) {
      bridge.watchVotes(isWatched).catch(() => {})
    },
    stop,
  }
}
