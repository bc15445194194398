import { type Clock, every } from '#api/infrastructure/clock.ts'
import { backoff } from '#shared/rules/backoff.ts'
import type { Exchange } from './exchange.ts'
import { createPriceFilter } from './outlier-filter.ts'
import type { Counters, Random, Tick } from './types.ts'

const SILENCE = 15_000
const PING = 20_000
const FIRST_RETRY = 500
const LONGEST_RETRY = 30_000
const LONGEST_MESSAGE = 65_536
/** Messages with a time further in the future are rejected (ms). */
const MAX_AHEAD_MS = 60_000

export interface ExchangeStreamDeps {
  clock: Clock
  random: Random
  counters: Counters
}

interface ExchangeStreamOptions extends ExchangeStreamDeps {
  /** The price to compare the first one with, or null to accept it. */
  reference: string | null
  onFirstPrice?: () => void
  /** Called when a connection ends or is given up; `isRefused` after a refused subscription. */
  onDisconnect?: (isRefused: boolean) => void
}

/** A live stream that reconnects until stopped. */
export interface ExchangeStream {
  exchange: Exchange
  /** Sends the last price, if any, and all later ones to `onTick`, which must not throw. */
  listen(onTick: (tick: Tick) => void): void
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
export function openExchangeStream(
  exchange: Exchange,
  options: ExchangeStreamOptions,
): ExchangeStream {
  const { clock, random, counters, onFirstPrice, onDisconnect = () => {} } = options
  const { name: source, stream: format } = exchange
  const filter = createPriceFilter(options.reference)
  let socket: WebSocket | null = null
  let isStopped = false
  let attempt = 0
  let lastDataAt = clock.now()
  let lastTime = 0
  let last: Tick | null = null
  let deliver = (_tick: Tick) => {}
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
    attempt = 0
    resetWatchdog()
    const isFirst = last === null
    last = { price: message.price, time: Math.min(message.time, now), source }
    if (isFirst) onFirstPrice?.()
    deliver(last)
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
    exchange,
    listen: (onTick) => {
      deliver = onTick
      if (last !== null) onTick(last)
    },
    stop: () => {
      isStopped = true
      disconnect()
    },
    lastDataAt: () => lastDataAt,
    hasData: () => last !== null,
    pause: connectAfter,
  }
}

/** Closes without the closing handshake, which a half-open connection never completes. */
function terminate(socket: WebSocket): void {
  if ('terminate' in socket && typeof socket.terminate === 'function') socket.terminate()
}
