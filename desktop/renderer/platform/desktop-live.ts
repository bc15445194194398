import type { DesktopBridge } from '#desktop/bridge/contract.ts'
import type { LiveSource, LiveSourceOptions } from './platform.ts'

/** Live updates of the main process, which has the one connection and has already ordered them. */
export function createDesktopLive(
  bridge: DesktopBridge,
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
      unsubscribe = bridge.on('stream:update', onUpdate)
      bridge.call('stream:join').catch(() => {})
    },
    wake() {
      bridge.call('stream:wake').catch(() => {})
    },
    watchVotes(isWatched) {
      bridge.call('stream:votes', isWatched).catch(() => {})
    },
    watchThread(thread) {
      bridge.call('stream:thread', thread).catch(() => {})
    },
    stop,
  }
}
