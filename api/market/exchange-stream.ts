import { type Clock, every } from '#api/infrastructure/clock.ts'
import { backoff } from '#shared/rules/backoff.ts'
import type { StreamFormat } from './exchange.ts'
import type { PriceFilter } from './outlier-filter.ts'
import type { Counters, Random } from './types.ts'

const SILENCE = 15_000
const PING = 20_000
const FIRST_RETRY = 500
const LONGEST_RETRY = 30_000
const LONGEST_MESSAGE = 65_536
/** Messages with a time further in the future are rejected (ms). */
const MAX_AHEAD_MS = 60_000

interface ExchangeStreamOptions {
  format: StreamFormat
  filter: PriceFilter
  clock: Clock
  random: Random
  counters: Counters
  /** `price` is a decimal string, `time` epoch ms, never later than now. Must not throw. */
  onPrice: (price: string, time: number) => void
  /** Called when a connection ends or is given up; `isRefused` after a refused subscription. */
  onDisconnect?: (isRefused: boolean) => void
}

/** A live stream that reconnects until stopped. */
export interface ExchangeStream {
  stop(): void
  /** Arrival of the last accepted price (epoch ms); before the first, the start of the stream. */
  lastDataAt(): number
  /** Whether a price has been accepted. */
  hasData(): boolean
  /** Disconnects for `milliseconds`. */
  pause(milliseconds: number): void
}

/**
 * Opens the live stream of an exchange. It reconnects after 15 s without a newer accepted price, which
 * covers silence, half-open connections, repeated and invalid messages, and at once when the exchange
 * announces that it closes the connection.
 */
export function openExchangeStream(options: ExchangeStreamOptions): ExchangeStream {
  const { format, filter, clock, random, counters, onPrice, onDisconnect = () => {} } = options
  let socket: WebSocket | null = null
  let isStopped = false
  let attempt = 0
  let lastDataAt = clock.now()
  let lastTime = 0
  let hasData = false
  let parse = format.createParser()
  let cancelTimer = () => {}
  let cancelPing = () => {}

  const disconnect = () => {
    cancelTimer()
    cancelPing()
    const old = socket
    socket = null
    if (old) terminate(old)
  }

  const connectAfter = (milliseconds: number) => {
    disconnect()
    if (!isStopped) cancelTimer = clock.after(milliseconds, connect)
  }

  const reconnect = (isRefused = false) => {
    if (isStopped) return
    counters.reconnects++
    connectAfter(backoff(attempt++, FIRST_RETRY, LONGEST_RETRY, random))
    onDisconnect(isRefused)
  }

  /** An announced end needs no pause, unless the exchange announces it again before any price. */
  const replaceConnection = () => {
    if (attempt > 0) return reconnect()
    attempt++
    counters.reconnects++
    disconnect()
    connect()
  }

  const resetWatchdog = () => {
    cancelTimer()
    cancelTimer = clock.after(SILENCE, () => reconnect())
  }

  const receive = (data: unknown) => {
    const message =
      typeof data === 'string' && data.length <= LONGEST_MESSAGE
        ? parse(data)
        : ({ kind: 'rejected' } as const)
    if (message.kind === 'other') return
    if (message.kind === 'closing') return replaceConnection()
    if (message.kind === 'refused') return reconnect(true)
    const now = clock.now()
    if (message.kind === 'rejected' || message.time > now + MAX_AHEAD_MS) {
      counters.rejected++
      return
    }
    if (message.time <= lastTime) {
      counters.outOfOrder++
      return
    }
    if (!filter.accepts(message.price, message.time)) {
      counters.withheld++
      return
    }
    lastTime = message.time
    lastDataAt = now
    hasData = true
    attempt = 0
    resetWatchdog()
    onPrice(message.price, Math.min(message.time, now))
  }

  const connect = () => {
    lastTime = 0
    parse = format.createParser()
    resetWatchdog()
    const { url, proxy } = format
    // Constructed by Reflect, because the DOM's types do not know Bun's options.
    const opened: WebSocket =
      proxy === undefined ? new WebSocket(url) : Reflect.construct(WebSocket, [url, { proxy }])
    socket = opened
    const isCurrent = () => socket === opened && !isStopped
    opened.onopen = () => {
      if (!isCurrent()) return
      if (format.subscribe !== null) opened.send(format.subscribe)
      const { ping } = format
      if (ping !== null) cancelPing = every(clock, PING, () => opened.send(ping))
    }
    opened.onmessage = (event: MessageEvent<unknown>) => {
      if (isCurrent()) receive(event.data)
    }
    opened.onclose = () => {
      if (isCurrent()) reconnect()
    }
    // Every error is followed by a close event.
    opened.onerror = () => {}
  }

  connect()
  return {
    stop: () => {
      isStopped = true
      disconnect()
    },
    lastDataAt: () => lastDataAt,
    hasData: () => hasData,
    pause: connectAfter,
  }
}

/** Closes without the closing handshake, which a half-open connection never completes. */
function terminate(socket: WebSocket): void {
  if ('terminate' in socket && typeof socket.terminate === 'function') socket.terminate()
}
