import type { ServerWebSocket } from 'bun'
import { type Clock, every } from '#api/infrastructure/clock.ts'
import type { Endpoint } from '#api/market/exchange.ts'
import { hourOf, SECOND } from '#api/market/types.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { type Faults, noFaults, spoil } from './faults.ts'
import { priceAt, type Tape } from './tape.ts'
import type { Requested, WireFormat } from './wire-format.ts'

/** A running stand-in. */
export interface StandIn {
  endpoint: Endpoint
  /** The environment variables that make a server use it. */
  settings: Record<string, string>
  port: number
  faults: Faults
  /** Body of a refusal of the client's country. */
  countryBody: string
  /** REST requests so far, path and query. */
  requests: string[]
  /** Messages that clients sent on live connections. */
  received: string[]
  /** Answers to ping frames. */
  pongs(): number
  /** WebSocket connections open now, and in total. */
  connections(): number
  connectionsEver(): number
  /** Sends raw text to all connections. */
  send(text: string): void
  /** Sends one price in the exchange's format. */
  tick(price: unknown, time: number): void
  /** Announces the end of all connections, as before an upgrade. */
  announceEnd(): void
  /** Closes all connections, as the exchange does after 24 hours. */
  disconnect(): void
  stop(): Promise<void>
}

export interface StandInOptions {
  tape: Tape
  clock: Clock
  /** 0 (default) takes a free port. */
  port?: number
}

interface Client {
  isSubscribed: boolean
  /** Last client message or pong (epoch ms). */
  heardAt: number
}

/** Starts a stand-in on loopback. It sends a price on subscription and each second by its clock. */
export function startStandIn(format: WireFormat, options: StandInOptions): StandIn {
  const { tape, clock } = options
  const faults = noFaults()
  const requests: string[] = []
  const received: string[] = []
  const sockets = new Set<ServerWebSocket<Client>>()
  let pongs = 0
  let ever = 0

  const answerRest = (url: URL) => {
    if (faults.stalled) return new Promise<Response>(() => {})
    if (faults.status !== null) {
      const { code, retryAfter, body } = faults.status
      const headers = retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` }
      return new Response(body ?? '{"code":-1,"msg":"stand-in"}', { status: code, headers })
    }
    const requested = format.parseQuery(url.searchParams)
    if (requested instanceof Response) return requested
    const rows = spoil(rowsFor(requested), format, faults, clock.now())
    const text = JSON.stringify(format.reply(rows))
    const body = faults.truncated ? text.slice(0, Math.floor(text.length / 2)) : text
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  }

  const rowsFor = ({ from, before, limit }: Requested) => {
    const rows: unknown[][] = []
    const hour = hourOf(clock.now())
    const end = Math.min(before, hour + HOUR_MS)
    const start = format.newestFirst ? Math.max(from, end - limit * HOUR_MS) : from
    for (
      let at = Math.ceil(start / HOUR_MS) * HOUR_MS;
      at < end && rows.length < limit;
      at += HOUR_MS
    ) {
      const row = tape.row(at)
      if (row) rows.push(format.row(row, at < hour && !faults.unconfirmed.has(at)))
    }
    return format.newestFirst ? rows.reverse() : rows
  }

  const messagesAt = (time: number): string[] => {
    const price = priceAt(tape, time)
    if (price === null || faults.silent) return []
    const beat = format.heartbeat?.(time)
    const messages = [format.tick(faults.price(price), time), ...(beat ? [beat] : [])]
    return messages.map((message) => JSON.stringify(message))
  }

  const server = Bun.serve<Client>({
    hostname: '127.0.0.1',
    port: options.port ?? 0,
    reusePort: false,
    idleTimeout: 0,
    fetch: (request, self) => {
      const url = new URL(request.url)
      if (url.pathname === format.streamPath) {
        if (faults.refusing) return new Response(null, { status: 503 })
        const data = { isSubscribed: format.pushes, heardAt: clock.now() }
        return self.upgrade(request, { data }) ? undefined : new Response(null, { status: 400 })
      }
      if (!format.restPaths.includes(url.pathname)) return new Response(null, { status: 404 })
      requests.push(url.pathname + url.search)
      return answerRest(url)
    },
    websocket: {
      idleTimeout: 0,
      sendPings: false,
      open: (socket) => {
        ever++
        sockets.add(socket)
        if (format.pushes) for (const message of messagesAt(clock.now())) socket.send(message)
      },
      close: (socket) => {
        sockets.delete(socket)
      },
      pong: (socket) => {
        pongs++
        socket.data.heardAt = clock.now()
      },
      message: (socket, message) => {
        received.push(`${message}`)
        socket.data.heardAt = clock.now()
        if (faults.silent) return
        const { text, subscribed } = format.answer(`${message}`)
        if (subscribed && faults.refusesSubscription) {
          socket.send(format.refusedSubscription)
          return
        }
        socket.data.isSubscribed ||= subscribed
        if (text !== null) socket.send(text)
        if (subscribed) for (const first of messagesAt(clock.now())) socket.send(first)
      },
    },
  })

  const send = (text: string) => {
    for (const socket of sockets) if (socket.data.isSubscribed) socket.send(text)
  }
  const closeQuiet = (limitMs: number) => {
    if (!faults.closesQuiet) return
    for (const socket of [...sockets]) {
      if (clock.now() - socket.data.heardAt >= limitMs) socket.close(1008, 'no reply')
    }
  }
  const { pingEveryMs, closesAfterMs } = format
  const timers = [
    every(clock, SECOND, () => {
      for (const message of messagesAt(clock.now())) send(message)
      if (closesAfterMs !== undefined) closeQuiet(closesAfterMs)
    }),
  ]
  if (pingEveryMs !== undefined) {
    const ping = () => {
      closeQuiet(3 * pingEveryMs)
      if (!faults.silent) for (const socket of sockets) socket.ping()
    }
    timers.push(every(clock, pingEveryMs, ping))
  }

  const port = server.port ?? 0
  const endpoint = { rest: `http://127.0.0.1:${port}`, stream: `ws://127.0.0.1:${port}` }
  const prefix = format.name.toUpperCase()
  return {
    endpoint,
    settings: { [`${prefix}_REST_URL`]: endpoint.rest, [`${prefix}_STREAM_URL`]: endpoint.stream },
    port,
    faults,
    countryBody: format.countryBody,
    requests,
    received,
    pongs: () => pongs,
    connections: () => sockets.size,
    connectionsEver: () => ever,
    send,
    tick: (price, time) => send(JSON.stringify(format.tick(price, time))),
    announceEnd: () => {
      if (format.closing !== null) send(format.closing)
    },
    disconnect: () => {
      for (const socket of [...sockets]) socket.close(1001, '24 hours')
    },
    stop: async () => {
      for (const stopTimer of timers) stopTimer()
      await server.stop(true)
    },
  }
}
