import type { ServerWebSocket } from 'bun'
import { type Clock, every } from '#api/infrastructure/clock.ts'
import type { Endpoint } from '#api/market/exchange.ts'
import type { ReplayRow } from '#api/market/replay-csv.ts'
import { HOUR, hourOf } from '#api/market/types.ts'
import { type Faults, noFaults, spoil } from './faults.ts'
import { priceAt, type Tape } from './tape.ts'

/** Wire format of an exchange, server side. */
export interface WireFormat {
  restPaths: readonly string[]
  streamPath: string
  newestFirst: boolean
  /** Requested hours: `from <= otime < before`, at most `limit`. */
  parseQuery(query: URLSearchParams): { from: number; before: number; limit: number }
  row(row: ReplayRow): unknown[]
  reply(rows: unknown[][]): unknown
  tick(price: unknown, time: number): unknown
  /** Reply to a client message, null for none; `subscribed` enables ticks. */
  answer(message: string): { text: string | null; subscribed: boolean }
  /** Whether ticks are sent without a subscription. */
  pushes: boolean
}

/** A running stand-in. */
export interface StandIn {
  endpoint: Endpoint
  port: number
  faults: Faults
  /** REST requests so far, path and query. */
  requests: string[]
  /** Messages that clients sent on live connections. */
  received: string[]
  /** WebSocket connections open now, and in total. */
  connections(): number
  connectionsEver(): number
  /** Sends raw text to all connections. */
  send(text: string): void
  /** Sends one price in the exchange's format. */
  tick(price: unknown, time: number): void
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
  subscribed: boolean
}

/** Starts a stand-in on loopback. It pushes one price a second by the clock it is given. */
export function startStandIn(format: WireFormat, options: StandInOptions): StandIn {
  const { tape, clock } = options
  const faults = noFaults()
  const requests: string[] = []
  const received: string[] = []
  const sockets = new Set<ServerWebSocket<Client>>()
  let ever = 0

  const answerRest = (url: URL) => {
    if (faults.stalled) return new Promise<Response>(() => {})
    if (faults.status !== null) {
      const { code, retryAfter } = faults.status
      const headers = retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` }
      return new Response('{"code":-1,"msg":"stand-in"}', { status: code, headers })
    }
    const rows = rowsFor(format, tape, url.searchParams, clock.now())
    const text = JSON.stringify(format.reply(spoil(rows, faults, clock.now())))
    const body = faults.truncated ? text.slice(0, Math.floor(text.length / 2)) : text
    return new Response(body, { headers: { 'content-type': 'application/json' } })
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
        const upgraded = self.upgrade(request, { data: { subscribed: format.pushes } })
        return upgraded ? undefined : new Response(null, { status: 400 })
      }
      if (!format.restPaths.includes(url.pathname)) return new Response(null, { status: 404 })
      requests.push(url.pathname + url.search)
      return answerRest(url)
    },
    websocket: {
      idleTimeout: 0,
      open: (socket) => {
        ever++
        sockets.add(socket)
      },
      close: (socket) => {
        sockets.delete(socket)
      },
      message: (socket, message) => {
        received.push(`${message}`)
        if (faults.silent) return
        const { text, subscribed } = format.answer(`${message}`)
        socket.data.subscribed ||= subscribed
        if (text !== null) socket.send(text)
      },
    },
  })

  const send = (text: string) => {
    for (const socket of sockets) if (socket.data.subscribed) socket.send(text)
  }
  const tick = (price: unknown, time: number) => send(JSON.stringify(format.tick(price, time)))
  const stopTicks = every(clock, 1000, () => {
    const price = priceAt(tape, clock.now())
    if (price !== null && !faults.silent) tick(faults.price(price), clock.now())
  })

  const port = server.port ?? 0
  return {
    endpoint: { rest: `http://127.0.0.1:${port}`, stream: `ws://127.0.0.1:${port}` },
    port,
    faults,
    requests,
    received,
    connections: () => sockets.size,
    connectionsEver: () => ever,
    send,
    tick,
    disconnect: () => {
      for (const socket of [...sockets]) socket.close(1001, '24 hours')
    },
    stop: async () => {
      stopTicks()
      await server.stop(true)
    },
  }
}

function rowsFor(format: WireFormat, tape: Tape, query: URLSearchParams, now: number) {
  const { from, before, limit } = format.parseQuery(query)
  const rows: unknown[][] = []
  const end = Math.min(before, hourOf(now) + HOUR)
  const start = format.newestFirst ? Math.max(from, end - limit * HOUR) : from
  for (let at = Math.ceil(start / HOUR) * HOUR; at < end && rows.length < limit; at += HOUR) {
    const row = tape.row(at)
    if (row) rows.push(format.row(row))
  }
  return format.newestFirst ? rows.reverse() : rows
}
