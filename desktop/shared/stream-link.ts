import { STREAM_HEARTBEAT_MS } from '#shared/contract/stream.ts'
import { createStreamSequence, type StreamEvents } from './stream-sequence.ts'

/** What the link is told by a socket. */
export interface SocketEvents {
  onMessage: (data: unknown) => void
  onClose: () => void
}

export interface StreamLinkParts extends StreamEvents {
  /** Opens a socket; answers how to close it. */
  open: (events: SocketEvents) => () => void
  random: () => number
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/** Half of the pause is fixed, half is chance, so that clients do not all come back at once. */
function pauseAfter(failures: number, random: () => number): number {
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures)
  return pause / 2 + (random() * pause) / 2
}

/**
 * Keeps the live stream open: reconnects with growing, jittered pauses, gives up on a stream that
 * has said nothing for two heartbeats, and watches the sequence numbers.
 */
export function createStreamLink({ open, onMessage, onGap, onState, random }: StreamLinkParts) {
  const sequence = createStreamSequence({
    onMessage,
    onGap,
    onState: (isOpen) => {
      if (isOpen) failures = 0
      onState(isOpen)
    },
  })
  let close: (() => void) | null = null
  /** Which socket is the present one: what an older one still says is not heard. */
  let generation = 0
  let watchdog: ReturnType<typeof setTimeout> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isRunning = false

  const drop = () => {
    clearTimeout(watchdog)
    generation += 1
    close?.()
    close = null
    sequence.leave()
  }

  const comeBack = () => {
    drop()
    if (!isRunning) return
    retry = setTimeout(connect, pauseAfter(failures, random))
    failures += 1
  }

  const listen = () => {
    clearTimeout(watchdog)
    watchdog = setTimeout(comeBack, 2 * STREAM_HEARTBEAT_MS)
  }

  const hear = (data: unknown) => {
    listen()
    sequence.hear(data)
  }

  const connect = () => {
    clearTimeout(retry)
    drop()
    const own = generation
    close = open({
      onMessage: (data) => {
        if (own === generation) hear(data)
      },
      onClose: () => {
        if (own === generation) comeBack()
      },
    })
    listen()
  }

  return {
    start() {
      isRunning = true
      connect()
    },
    /** Tries at once, when something says that the network is back. */
    wake() {
      if (!isRunning || sequence.isHeard()) return
      failures = 0
      connect()
    },
    stop() {
      isRunning = false
      clearTimeout(retry)
      drop()
    },
  }
}
