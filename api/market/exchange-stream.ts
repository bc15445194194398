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
}

/** A live stream that reconnects until stopped. */
export interface ExchangeStream {
  stop(): void
  /** Arrival of the last accepted price (epoch ms); before the first, the start of the stream. */
  lastDataAt(): number
}

/**
 * Opens the live stream of an exchange. It reconnects after 15 s without a newer accepted price, which
 * covers silence, half-open connections, repeated and invalid messages.
 */
export function openExchangeStream(options: ExchangeStreamOptions): ExchangeStream {
  const { format, filter, clock, random, counters, onPrice } = options
  let socket: WebSocket | null = null
  let isStopped = false
  let attempt = 0
  let lastDataAt = clock.now()
  let lastTime = 0
  let cancelTimer = () => {}
  let cancelPing = () => {}

  const disconnect = () => {
    cancelTimer()
    cancelPing()
    const old = socket
    socket = null
    if (old) terminate(old)
  }

  const reconnect = () => {
    disconnect()
    if (isStopped) return
    counters.reconnects++
    cancelTimer = clock.after(backoff(attempt++, FIRST_RETRY, LONGEST_RETRY, random), connect)
  }

  const resetWatchdog = () => {
    cancelTimer()
    cancelTimer = clock.after(SILENCE, reconnect)
  }

  const receive = (data: unknown) => {
    const message =
      typeof data === 'string' && data.length <= LONGEST_MESSAGE
        ? format.parse(data)
        : ({ kind: 'rejected' } as const)
    if (message.kind === 'other') return
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
    attempt = 0
    resetWatchdog()
    onPrice(message.price, Math.min(message.time, now))
  }

  const connect = () => {
    lastTime = 0
    resetWatchdog()
    const opened = new WebSocket(format.url)
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
  }
}

/** Closes without the closing handshake, which a half-open connection never completes. */
function terminate(socket: WebSocket): void {
  if ('terminate' in socket && typeof socket.terminate === 'function') socket.terminate()
}
