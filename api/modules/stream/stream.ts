import type { Server, WebSocketHandler } from 'bun'
import type { AppEventBus } from '#api/events.ts'
import { type Clock, every } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { CrossOrigin } from '#api/infrastructure/http/reply-headers.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { Market } from '#api/market/market.ts'
import { priceAt, toLivePrice } from '#api/market/price.ts'
import type { SummaryService } from '#api/modules/summary/service.ts'
import { STREAM_HEARTBEAT_MS, STREAM_THREADS_MAX } from '#shared/contract/endpoints.ts'
import type { NewestVotes, StreamMessage } from '#shared/contract/stream.ts'
import type { VoteList } from '#shared/contract/votes.ts'
import { applyRequest, NO_WISHES, type StreamSocket, topicsOf } from './client-requests.ts'
import type { ConnectionLimit } from './connection-limit.ts'
import { isCrossSite } from './cross-site.ts'
import { createLivePrices } from './live-prices.ts'
import { BURST_PAUSE_MS, createLiveSummary } from './live-summary.ts'
import { createOwnAlerts, type OwnAlertsDeps } from './own-alerts.ts'
import { type Change, createRecentChanges, type Unsequenced } from './recent-changes.ts'
import { createRenames } from './renames.ts'
import { createThreads } from './threads.ts'

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

interface StreamDeps
  extends Pick<OwnAlertsDeps, 'authenticate' | 'notifications' | 'activeSessions'> {
  summary: SummaryService
  /** The first page of the list of votes, newest first. */
  firstVotes: () => Promise<VoteList>
  market: Pick<Market, 'kind' | 'onTick' | 'onCandles'>
  connections: ConnectionLimit
  crossOrigin: Pick<CrossOrigin, 'allows'>
  bus: AppEventBus
  clock: Clock
  log: Log
}

/** Maximum bytes of an incoming message; the longest has an access token. */
const INCOMING_MAX = 4096
/** Maximum unsent bytes of a socket; beyond it is closed, and the client reconnects. */
const BACKLOG_MAX = 64 * 1024
/** Pause before pages fetch again what they may have missed: connections that break may do so repeatedly (ms). */
const MISSED_PAUSE_MS = 1_000
/** The close code when no close frame arrived. */
const NO_CLOSE_FRAME = 1006

/** Creates the live stream: each message is serialized once for all sockets of a topic. */
export function createStream(deps: StreamDeps): Stream {
  const { summary, firstVotes, market, connections, crossOrigin, bus, clock, log } = deps
  const stream = crypto.randomUUID()
  const sockets = new Set<Bun.ServerWebSocket<StreamSocket>>()
  const subscriptions: (() => void)[] = []
  const totals = { refused: 0, broken: 0 }
  let seq = 0
  let server: Server<StreamSocket> | null = null
  const changes = createRecentChanges(clock)

  /** Only subscribers of the topic `votes` receive `votes`. */
  const publish = (message: Unsequenced<StreamMessage>, votes: NewestVotes | null = null) => {
    seq += 1
    const numbered = { ...message, seq, serverDate: new Date(clock.now()).toISOString() }
    const text = JSON.stringify(numbered)
    server?.publish('plain', text)
    server?.publish('votes', votes ? JSON.stringify({ ...numbered, votes }) : text)
  }

  const prices = createLivePrices({
    clock,
    publishToAll: (price) => publish({ type: 'price', price }),
    publishOnRequest(price) {
      if (!server || server.subscriberCount('prices') === 0) return
      const serverDate = new Date(clock.now()).toISOString()
      server.publish('prices', JSON.stringify({ type: 'price', seq, serverDate, price }))
    },
  })

  const publishChange = (change: Change) => {
    changes.add(change)
    publish(change)
  }

  const publishUser = (id: number) => publishChange({ type: 'content', target: 'user', id })
  const onRename = createRenames(clock, publishUser)

  const summaries = createLiveSummary({
    summary,
    firstVotes,
    // Of this instance.
    hasVotesSubscribers: () => server !== null && server.subscriberCount('votes') > 0,
    publish: (current, votes) => publish({ type: 'summary', summary: current }, votes),
    clock,
    log,
  })

  /** Publishes a change once for all of a burst. */
  const scheduled = (change: Change, pauseMs: number) => {
    let isScheduled = false
    return () => {
      if (isScheduled) return
      isScheduled = true
      clock.after(pauseMs, () => {
        isScheduled = false
        publishChange(change)
      })
    }
  }

  /** To one socket, beside the sequence of everybody. */
  const send = (
    socket: Bun.ServerWebSocket<StreamSocket>,
    message: Unsequenced<StreamMessage>,
  ): void => {
    const serverDate = new Date(clock.now()).toISOString()
    socket.send(JSON.stringify({ ...message, seq, serverDate }))
  }
  const ownAlerts = createOwnAlerts({ ...deps, send })
  const threads = createThreads<Bun.ServerWebSocket<StreamSocket>>({ send, bus, clock })
  const personal = (socket: Bun.ServerWebSocket<StreamSocket>, text: string) =>
    ownAlerts.apply(socket, text) || threads.apply(socket, text)

  const greet = async (socket: Bun.ServerWebSocket<StreamSocket>) => {
    const current = await summary.current()
    if (!sockets.has(socket)) return
    // Subscribes in the same tick, so that no sequence number is skipped.
    for (const topic of topicsOf(socket.data.wishes)) socket.subscribe(topic)
    const serverDate = new Date(clock.now()).toISOString()
    const recent = changes.list()
    // Numbered so that the last repeated change has the last number of the stream.
    const first = seq - recent.length
    const messages: StreamMessage[] = [
      {
        type: 'hello',
        seq: first,
        serverDate,
        stream,
        summary: current,
        votes: true,
        prices: true,
        alerts: true,
        threads: true,
        threadsMax: STREAM_THREADS_MAX,
      },
      ...recent.map((change, index) => ({ ...change, seq: first + 1 + index, serverDate })),
    ]
    for (const message of messages) socket.send(JSON.stringify(message))
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
      message(socket, text) {
        const isApplied = applyRequest(socket, text, personal)
        if (!isApplied) socket.close(1008, 'not a request of this stream')
      },
      close(socket, code) {
        if (code === NO_CLOSE_FRAME) totals.broken += 1
        sockets.delete(socket)
        ownAlerts.remove(socket)
        threads.remove(socket)
        connections.release(socket.data.address)
      },
    },
    upgrade(request, address) {
      if (isCrossSite(request, crossOrigin)) throw new ApiError('FORBIDDEN')
      if (!connections.acquire(address)) {
        totals.refused += 1
        throw new ApiError('RATE_LIMITED')
      }
      if (server?.upgrade(request, { data: { address, wishes: NO_WISHES, requests: 0 } })) return
      connections.release(address)
      throw new ApiError('MALFORMED', { message: 'This address is a WebSocket.' })
    },
    start(own) {
      server = own
      subscriptions.push(
        bus.on('vote', summaries.onVote),
        bus.on('post', scheduled({ type: 'posts' }, BURST_PAUSE_MS)),
        bus.onInvalidateAll(summaries.schedule),
        bus.onLostEvents(scheduled({ type: 'missed' }, MISSED_PAUSE_MS)),
        bus.on('round', ({ event, targetDate }) => {
          summaries.schedule()
          if (event === 'referenced' || event === 'logged') return
          publishChange({ type: 'round', event, targetDate: new Date(targetDate).toISOString() })
        }),
        bus.on('moderation', ({ target, id }) =>
          publishChange({ type: 'content', target, id, texts: target === 'user' }),
        ),
        bus.on('nickname', ({ userId, isModerated }) =>
          isModerated ? publishUser(userId) : onRename(userId),
        ),
        bus.on('ranks', () => publishChange({ type: 'ranks' })),
        market.onCandles(summaries.schedule),
        market.onTick((tick) => {
          prices.push(toLivePrice(priceAt(tick, market.kind(), clock.now())))
        }),
        prices.start(),
        ownAlerts.start(),
        threads.start(),
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
