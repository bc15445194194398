import { STREAM_HEARTBEAT_MS, STREAM_PATH } from '#shared/contract/endpoints.ts'
import type { StreamMessage } from '#shared/contract/stream.ts'
import { backoff } from '#shared/rules/backoff.ts'

const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 30_000
const TYPES = new Set([
  'hello',
  'price',
  'summary',
  'round',
  'content',
  'posts',
  'ranks',
  'alert',
  'levels',
  'thread',
  'missed',
  'heartbeat',
])

function isMessage(value: unknown): value is StreamMessage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    TYPES.has(value.type) &&
    'seq' in value &&
    typeof value.seq === 'number' &&
    'serverDate' in value &&
    typeof value.serverDate === 'string'
  )
}

/** Requested prices and threads, and what is the user's own: others do not get them, so that they repeat the last number. */
const BETWEEN: readonly string[] = ['price', 'alert', 'levels', 'thread']

/** Parses one stream message; null for malformed text and for types of a newer server. */
export function parseStreamMessage(text: unknown): StreamMessage | null {
  if (typeof text !== 'string') return null
  try {
    const value: unknown = JSON.parse(text)
    return isMessage(value) ? value : null
  } catch {
    return null
  }
}

/** The part of a WebSocket that the stream uses; the browser's and Electron's both match. */
export interface StreamWebSocket {
  addEventListener(type: 'message' | 'close' | 'error', listener: (event: object) => void): void
  send(text: string): void
  close(): void
}
export type StreamWebSocketClass = new (url: string) => StreamWebSocket

export interface StreamSocketDeps {
  WebSocket: StreamWebSocketClass
  /** Origin of the API, such as `https://tidemark.example`. */
  apiOrigin: string
  onMessage: (message: StreamMessage) => void
  /** Called when a sequence number was skipped: a message was lost. */
  onGap: () => void
  /** Called when the stream goes down, and at every failed attempt. */
  onDown: () => void
  /** From 0 to 1. */
  random: () => number
}

/**
 * Keeps a WebSocket to the live stream open: reconnects with jittered exponential back-off, drops
 * a stream that is silent for two heartbeats, and checks sequence numbers.
 */
export function createStreamSocket(deps: StreamSocketDeps) {
  const { WebSocket, onMessage, onGap, onDown, random } = deps
  const url = `${deps.apiOrigin.replace(/^http/, 'ws')}${STREAM_PATH}`
  let socket: StreamWebSocket | null = null
  /** Last sequence number; null until the greeting. */
  let seq: number | null = null
  let watchdog: ReturnType<typeof setTimeout> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isRunning = false

  const disconnect = () => {
    clearTimeout(watchdog)
    const old = socket
    socket = null
    seq = null
    old?.close()
    onDown()
  }

  const reconnect = () => {
    disconnect()
    if (!isRunning) return
    retry = setTimeout(connect, backoff(failures, FIRST_RETRY_MS, LONGEST_RETRY_MS, random))
    failures += 1
  }

  const restartWatchdog = () => {
    clearTimeout(watchdog)
    watchdog = setTimeout(reconnect, 2 * STREAM_HEARTBEAT_MS)
  }

  const receive = (data: unknown) => {
    restartWatchdog()
    const message = parseStreamMessage(data)
    if (!message) return
    const isBetween = BETWEEN.includes(message.type) && message.seq === seq
    if (message.type === 'hello') failures = 0
    else if (seq !== null && message.seq !== seq + 1 && !isBetween) onGap()
    seq = message.seq
    onMessage(message)
  }

  const connect = () => {
    clearTimeout(retry)
    disconnect()
    const own = new WebSocket(url)
    socket = own
    const onEnd = () => {
      if (own === socket) reconnect()
    }
    own.addEventListener('message', (event) => {
      if (own === socket) receive('data' in event ? event.data : undefined)
    })
    own.addEventListener('close', onEnd)
    // Some versions of Node send no close after a connection that failed.
    own.addEventListener('error', onEnd)
    restartWatchdog()
  }

  return {
    start() {
      isRunning = true
      connect()
    },
    /** Sends a message; only after the greeting. */
    send(text: string) {
      socket?.send(text)
    },
    /** Reconnects now, without waiting for the back-off. */
    reconnectNow() {
      if (!isRunning) return
      failures = 0
      connect()
    },
    stop() {
      isRunning = false
      clearTimeout(retry)
      disconnect()
    },
  }
}
