import type { Server, WebSocketHandler } from 'bun'
import type { AppEventBus } from '#api/events.ts'
import { type Clock, every } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { CrossOrigin } from '#api/infrastructure/http/reply-headers.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { Market } from '#api/market/market.ts'
import { priceAt, toLivePrice } from '#api/market/price.ts'
import type { SummaryService } from '#api/modules/summary/service.ts'
import { STREAM_HEARTBEAT_MS } from '#shared/contract/endpoints.ts'
import type { StreamMessage } from '#shared/contract/stream.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import type { ConnectionLimit } from './connection-limit.ts'

/** Data of an open socket: the address group that it is counted for. */
export interface StreamSocket {
  address: string
}

export interface Stream {
  websocket: WebSocketHandler<StreamSocket>
  /**
   * Upgrades a request to a WebSocket.
   * @throws ApiError FORBIDDEN for a page of another site, RATE_LIMITED, MALFORMED
   */
  upgrade(request: Request, address: string): void
  /** Starts to publish on `server`. */
  start(server: Server<StreamSocket>): void
  /** Ends publishing and closes every socket with 1001 (going away). */
  stop(): void
  stats(): StreamStats
}

/** Totals since the start, except for `slow`. */
interface StreamStats {
  /** Messages published; each goes to every socket. */
  messages: number
  /** Upgrades rejected by the connection limit. */
  refused: number
  /** Sockets closed without a close frame: slow readers and broken connections. */
  broken: number
  /** Sockets with unsent data at this moment. */
  slow: number
}

interface StreamDeps {
  summary: SummaryService
  market: Pick<Market, 'kind' | 'onTick' | 'onCandles'>
  connections: ConnectionLimit
  crossOrigin: Pick<CrossOrigin, 'allows'>
  bus: AppEventBus
  clock: Clock
  log: Log
}

type Unsequenced<Message> = Message extends StreamMessage
  ? Omit<Message, 'seq' | 'serverDate'>
  : never

type ContentMessage = Extract<StreamMessage, { type: 'content' }>

const TOPIC = 'live'
/** Votes and posts come in bursts, so at most four messages a second announce them (ms). */
const PAUSE_MS = 250
/** Maximum bytes of an incoming message. Clients send nothing; any message ends the connection. */
const INCOMING_MAX = 256
/** Maximum unsent bytes of a socket; beyond it is closed, and the client reconnects. */
const BACKLOG_MAX = 64 * 1024
/** How long greetings repeat that a text was hidden: a page that was loading may have fetched it before (ms). */
const REPEAT_MS = 30_000
/** The close code when no close frame arrived. */
const NO_CLOSE_FRAME = 1006

/**
 * Whether the request comes from a page of another site. Browsers let any page open a WebSocket, which
 * could read the stream and exhaust the sockets of its visitor's address.
 */
function isCrossSite({ headers }: Request, { allows }: Pick<CrossOrigin, 'allows'>): boolean {
  const origin = headers.get('origin')
  if (origin === null || allows(origin)) return false
  const page = URL.parse(origin)
  return page === null || page.host === '' || page.host !== headers.get('host')
}

/** The part of a summary that changes with votes, rounds and candles. */
const countsOf = ({ target1, target2, s60 }: VoteSummary) => JSON.stringify([target1, target2, s60])

/** Creates the live stream: each message is serialized once for all sockets. */
export function createStream(deps: StreamDeps): Stream {
  const { summary, market, connections, crossOrigin, bus, clock, log } = deps
  const stream = crypto.randomUUID()
  const sockets = new Set<Bun.ServerWebSocket<StreamSocket>>()
  const subscriptions: (() => void)[] = []
  const totals = { refused: 0, broken: 0 }
  let seq = 0
  let server: Server<StreamSocket> | null = null
  let isSummaryScheduled = false
  let summaryAt = Number.NEGATIVE_INFINITY
  let arePostsScheduled = false
  /** The last published counts, to skip summaries without a change. */
  let lastCounts = ''
  let lastAct: { content: Pick<ContentMessage, 'target' | 'id'>; at: number } | null = null

  const publish = (message: Unsequenced<StreamMessage>) => {
    seq += 1
    const serverDate = new Date(clock.now()).toISOString()
    server?.publish(TOPIC, JSON.stringify({ ...message, seq, serverDate }))
  }

  const publishSummary = async () => {
    isSummaryScheduled = false
    summaryAt = clock.now()
    try {
      const current = await summary.current()
      const counts = countsOf(current)
      if (counts === lastCounts) return
      lastCounts = counts
      publish({ type: 'summary', summary: current })
    } catch (error) {
      log.warn({ err: error }, 'no summary to publish')
    }
  }

  const scheduleSummary = () => {
    if (isSummaryScheduled) return
    isSummaryScheduled = true
    clock.after(PAUSE_MS, () => void publishSummary())
  }

  /** Publishes the first vote of a burst at once; readers see it within a second. */
  const onVote = () => {
    const elapsed = clock.now() - summaryAt
    const isPause = isSummaryScheduled || (elapsed >= 0 && elapsed < PAUSE_MS)
    if (isPause) scheduleSummary()
    else void publishSummary()
  }
  const schedulePosts = () => {
    if (arePostsScheduled) return
    arePostsScheduled = true
    clock.after(PAUSE_MS, () => {
      arePostsScheduled = false
      publish({ type: 'posts' })
    })
  }

  const greet = async (socket: Bun.ServerWebSocket<StreamSocket>) => {
    const current = await summary.current()
    if (!sockets.has(socket)) return
    // Subscribes in the same tick, so that no sequence number is skipped.
    socket.subscribe(TOPIC)
    const now = clock.now()
    const serverDate = new Date(now).toISOString()
    const recent = lastAct !== null && now - lastAct.at < REPEAT_MS ? lastAct.content : null
    const first = recent === null ? seq : seq - 1
    const hello: StreamMessage = { type: 'hello', seq: first, serverDate, stream, summary: current }
    socket.send(JSON.stringify(hello))
    if (recent === null) return
    const repeated: ContentMessage = { type: 'content', seq, serverDate, ...recent }
    socket.send(JSON.stringify(repeated))
  }

  return {
    websocket: {
      maxPayloadLength: INCOMING_MAX,
      backpressureLimit: BACKLOG_MAX,
      closeOnBackpressureLimit: true,
      idleTimeout: 60,
      sendPings: true,
      perMessageDeflate: false,
      open(socket) {
        sockets.add(socket)
        greet(socket).catch(() => socket.close(1013, 'not ready'))
      },
      message(socket) {
        socket.close(1008, 'this stream only speaks')
      },
      close(socket, code) {
        if (code === NO_CLOSE_FRAME) totals.broken += 1
        sockets.delete(socket)
        connections.release(socket.data.address)
      },
    },
    upgrade(request, address) {
      if (isCrossSite(request, crossOrigin)) throw new ApiError('FORBIDDEN')
      if (!connections.acquire(address)) {
        totals.refused += 1
        throw new ApiError('RATE_LIMITED')
      }
      if (server?.upgrade(request, { data: { address } })) return
      connections.release(address)
      throw new ApiError('MALFORMED', { message: 'This address is a WebSocket.' })
    },
    start(own) {
      server = own
      subscriptions.push(
        bus.on('vote', onVote),
        bus.on('post', schedulePosts),
        bus.onInvalidateAll(scheduleSummary),
        bus.on('round', ({ event, targetDate }) => {
          scheduleSummary()
          if (event === 'referenced' || event === 'rooted') return
          publish({ type: 'round', event, targetDate: new Date(targetDate).toISOString() })
        }),
        bus.on('moderation', ({ target, id }) => {
          lastAct = { content: { target, id }, at: clock.now() }
          publish({ type: 'content', target, id })
        }),
        bus.on('nickname', ({ userId }) =>
          publish({ type: 'content', target: 'user', id: userId }),
        ),
        bus.on('ranks', () => publish({ type: 'ranks' })),
        market.onCandles(scheduleSummary),
        market.onTick((tick) => {
          const price = toLivePrice(priceAt(tick, market.kind(), clock.now()))
          publish({ type: 'price', price })
        }),
        every(clock, STREAM_HEARTBEAT_MS, () => publish({ type: 'heartbeat' })),
      )
    },
    stop() {
      for (const unsubscribe of subscriptions) unsubscribe()
      for (const socket of sockets) socket.close(1001, 'going away')
    },
    stats: () => ({
      ...totals,
      messages: seq,
      slow: [...sockets].filter((socket) => socket.getBufferedAmount() > 0).length,
    }),
  }
}
