import type { Server, WebSocketHandler } from 'bun'
import type { AppEventBus } from '#api/events.ts'
import { type Clock, every } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { CrossOrigin } from '#api/infrastructure/http/cross-origin.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { Market } from '#api/market/market.ts'
import { priceAt, toLivePrice } from '#api/market/price.ts'
import type { SummaryService } from '#api/modules/summary/service.ts'
import { STREAM_HEARTBEAT_MS, type StreamMessage } from '#shared/contract/stream.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import type { Connections } from './connections.ts'

/** What is kept with each open stream. */
export interface StreamSocket {
  address: string
}

type Unsequenced<Message> = Message extends StreamMessage
  ? Omit<Message, 'seq' | 'serverDate'>
  : never

export interface Stream {
  websocket: WebSocketHandler<StreamSocket>
  /**
   * Makes a request a stream; null once it is one.
   * @throws ApiError FORBIDDEN to the page of another site, RATE_LIMITED, MALFORMED
   */
  upgrade(request: Request, server: Server<StreamSocket>, address: string): null
  /** Begins to publish on `server`. */
  start(server: Server<StreamSocket>): void
  /** Ends publishing and closes every stream with 1001 (going away). */
  stop(): void
  stats(): StreamStats
}

/** Totals since the start, but for `slow`. */
export interface StreamStats {
  /** Messages published; each goes to every listener. */
  messages: number
  /** Streams refused because there were too many. */
  refused: number
  /** Streams that ended without a goodbye: slow readers cut off, and connections that broke. */
  broken: number
  /** Listeners that have not taken all that was sent to them, at this moment. */
  slow: number
}

interface StreamParts {
  summary: SummaryService
  market: Pick<Market, 'kind' | 'onTick'>
  connections: Connections
  crossOrigin: Pick<CrossOrigin, 'allows'>
  bus: AppEventBus
  clock: Clock
  log: Log
}

const TOPIC = 'live'
/** Votes come in bursts; the counts go out together. */
const SUMMARY_PAUSE_MS = 250
/** Clients have nothing to say; what they send is read only to be refused. */
const INCOMING_MAX = 256
/** A reader this far behind is cut off; it comes back and starts from the summary. */
const BACKLOG_MAX = 64 * 1024

/** What a close is told as that no close frame announced; a cut-off for the backlog is one. */
const NO_GOODBYE = 1006

/**
 * Whether a page of another site asks. Browsers let any page open a WebSocket anywhere: without this
 * one could read along, and use up the streams of its visitor's address.
 */
function isFromElsewhere({ headers }: Request, { allows }: Pick<CrossOrigin, 'allows'>): boolean {
  const origin = headers.get('origin')
  if (origin === null || allows(origin)) return false
  const page = URL.parse(origin)
  return page === null || page.host === '' || page.host !== headers.get('host')
}

/** What of a summary votes and rounds change. */
const countsOf = ({ target1, target2 }: VoteSummary) => JSON.stringify([target1, target2])

/** The live stream: one message is made and everyone gets it. */
export function createStream(parts: StreamParts): Stream {
  const { summary, market, connections, crossOrigin, bus, clock, log } = parts
  const stream = crypto.randomUUID()
  const sockets = new Set<Bun.ServerWebSocket<StreamSocket>>()
  const endings: (() => void)[] = []
  let seq = 0
  let refused = 0
  let broken = 0
  let server: Server<StreamSocket> | null = null
  let summaryDue = false
  /** The counts that went out last; while the bus is away they are looked at each second. */
  let lastCounts = ''

  const publish = (message: Unsequenced<StreamMessage>) => {
    seq += 1
    const serverDate = new Date(clock.now()).toISOString()
    server?.publish(TOPIC, JSON.stringify({ ...message, seq, serverDate }))
  }

  const publishSummary = () => {
    if (summaryDue) return
    summaryDue = true
    clock.after(SUMMARY_PAUSE_MS, () => {
      summaryDue = false
      summary.current().then(
        (current) => {
          const counts = countsOf(current)
          // Votes of others may have been missed, or none.
          if (counts === lastCounts) return
          lastCounts = counts
          publish({ type: 'summary', summary: current })
        },
        (error: unknown) => log.warn({ err: error }, 'no summary to publish'),
      )
    })
  }

  const greet = async (socket: Bun.ServerWebSocket<StreamSocket>) => {
    const current = await summary.current()
    if (!sockets.has(socket)) return
    // Subscribing and greeting in one turn: nothing can come between the two sequence numbers.
    socket.subscribe(TOPIC)
    const serverDate = new Date(clock.now()).toISOString()
    const hello: StreamMessage = { type: 'hello', seq, serverDate, stream, summary: current }
    socket.send(JSON.stringify(hello))
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
        if (code === NO_GOODBYE) broken += 1
        sockets.delete(socket)
        connections.close(socket.data.address)
      },
    },
    upgrade(request, own, address) {
      if (isFromElsewhere(request, crossOrigin)) throw new ApiError('FORBIDDEN')
      if (!connections.open(address)) {
        refused += 1
        throw new ApiError('RATE_LIMITED')
      }
      if (own.upgrade(request, { data: { address } })) return null
      connections.close(address)
      throw new ApiError('MALFORMED', { message: 'This address is a WebSocket.' })
    },
    start(own) {
      server = own
      endings.push(
        bus.on('vote', publishSummary),
        bus.onInvalidateAll(publishSummary),
        bus.on('round', ({ event, targetDate }) => {
          publishSummary()
          if (event === 'referenced') return
          publish({ type: 'round', event, targetDate: new Date(targetDate).toISOString() })
        }),
        market.onTick((tick) => {
          const price = toLivePrice(priceAt(tick, market.kind(), clock.now()))
          publish({ type: 'price', price })
        }),
        every(clock, STREAM_HEARTBEAT_MS, () => publish({ type: 'heartbeat' })),
      )
    },
    stop() {
      for (const end of endings) end()
      for (const socket of sockets) socket.close(1001, 'going away')
    },
    stats: () => ({
      messages: seq,
      refused,
      broken,
      slow: [...sockets].filter((socket) => socket.getBufferedAmount() > 0).length,
    }),
  }
}
