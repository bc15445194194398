import { backoff } from '#api/infrastructure/backoff.ts'
import { type Clock, every } from '#api/infrastructure/clock.ts'
import type { StreamFormat } from './exchange.ts'
import type { JumpGuard } from './jump-guard.ts'
import type { Counters } from './stats.ts'
import type { Random } from './types.ts'

const SILENCE = 15_000
const PING = 20_000
const FIRST_RETRY = 500
const LONGEST_RETRY = 30_000
const LONGEST_MESSAGE = 65_536
/** A message from further in the future than this is wrong about its time. */
const AHEAD = 60_000

export interface StreamOptions {
  format: StreamFormat
  guard: JumpGuard
  clock: Clock
  random: Random
  counters: Counters
  /** `price` is a decimal string, `time` epoch ms, never later than now. Must not throw. */
  onPrice: (price: string, time: number) => void
}

/** A live stream that keeps itself connected until stopped. */
export interface Stream {
  stop(): void
  /** When the last believed price came in (epoch ms); the start of the stream before the first. */
  lastDataAt(): number
}

/**
 * Opens the live stream. Only a believed price that is newer than the one before counts as a sign
 * of life: 15 s without one and the connection is dropped and opened again, whatever the socket
 * says of itself. So silence, half-open sockets, endless repeats and nonsense all end the same way.
 */
export function openStream(options: StreamOptions): Stream {
  const { format, guard, clock, random, counters, onPrice } = options
  let socket: WebSocket | null = null
  let stopped = false
  let attempt = 0
  let lastDataAt = clock.now()
  let lastTime = 0
  let cancelTimer = () => {}
  let cancelPing = () => {}

  const drop = () => {
    cancelTimer()
    cancelPing()
    const old = socket
    socket = null
    if (old) hangUp(old)
  }

  const reconnect = () => {
    drop()
    if (stopped) return
    counters.reconnects++
    cancelTimer = clock.after(backoff(attempt++, FIRST_RETRY, LONGEST_RETRY, random), connect)
  }

  const watch = () => {
    cancelTimer()
    cancelTimer = clock.after(SILENCE, reconnect)
  }

  const receive = (data: unknown) => {
    const message =
      typeof data === 'string' && data.length <= LONGEST_MESSAGE
        ? format.read(data)
        : ({ kind: 'rejected' } as const)
    if (message.kind === 'other') return
    const now = clock.now()
    if (message.kind === 'rejected' || message.time > now + AHEAD) {
      counters.rejected++
      return
    }
    if (message.time <= lastTime) {
      counters.outOfOrder++
      return
    }
    if (!guard.believes(message.price, message.time)) {
      counters.doubted++
      return
    }
    lastTime = message.time
    lastDataAt = now
    attempt = 0
    watch()
    onPrice(message.price, Math.min(message.time, now))
  }

  const connect = () => {
    lastTime = 0
    watch()
    const opened = new WebSocket(format.url)
    socket = opened
    const mine = () => socket === opened && !stopped
    opened.onopen = () => {
      if (!mine()) return
      if (format.subscribe !== null) opened.send(format.subscribe)
      const { ping } = format
      if (ping !== null) cancelPing = every(clock, PING, () => opened.send(ping))
    }
    opened.onmessage = (event: MessageEvent<unknown>) => {
      if (mine()) receive(event.data)
    }
    opened.onclose = () => {
      if (mine()) reconnect()
    }
    // An error is always followed by a close, which is where it is dealt with.
    opened.onerror = () => {}
  }

  connect()
  return {
    stop: () => {
      stopped = true
      drop()
    },
    lastDataAt: () => lastDataAt,
  }
}

/** Ends a connection without the closing handshake, which a half-open one would never answer. */
function hangUp(socket: WebSocket): void {
  if ('terminate' in socket && typeof socket.terminate === 'function') socket.terminate()
}
