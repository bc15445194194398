import type { DesktopBridge } from '#desktop/bridge/bridge.ts'
import { createStreamSequence, type StreamEvents } from '#desktop/shared/stream-sequence.ts'
import type { LiveStream } from './platform.ts'

type Bridge = Pick<DesktopBridge, 'joinStream' | 'onStream' | 'wakeStream'>

/** The one live stream of the app, which the main process keeps open for every window. */
export function desktopStream(bridge: Bridge, events: StreamEvents): LiveStream {
  const sequence = createStreamSequence(events)
  let leave: (() => void) | null = null
  return {
    start() {
      leave?.()
      sequence.leave()
      leave = bridge.onStream((text) => {
        if (text === null) sequence.leave()
        else sequence.hear(text)
      })
      // Without it the summary is asked for every few seconds.
      bridge.joinStream().catch(() => {})
    },
    wake() {
      if (!sequence.isHeard()) bridge.wakeStream().catch(() => {})
    },
    stop() {
      leave?.()
      leave = null
      sequence.leave()
    },
  }
}
