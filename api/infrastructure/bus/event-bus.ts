import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type Clock, every } from '#api/infrastructure/clock.ts'
import { createListeners, type Listeners } from '#api/infrastructure/listeners.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { MessageAuth } from './message-auth.ts'
import type { EventTransport } from './transport.ts'

/** The schema of each event, by topic. */
export type EventSchemas = Record<string, TSchema>

/** Publishes events to the listeners of all instances on one database. */
export interface EventBus<Schemas extends EventSchemas> {
  /** Calls the listeners here at once and those of other instances within 300 ms. */
  publish<Topic extends keyof Schemas & string>(topic: Topic, event: Static<Schemas[Topic]>): void
  /** Returns the function that ends the subscription. */
  on<Topic extends keyof Schemas & string>(
    topic: Topic,
    listener: (event: Static<Schemas[Topic]>) => unknown,
  ): () => void
  /** Makes every cache of this instance stale, because events may have been lost. */
  invalidateAll(): void
  /** Makes those of all instances stale. */
  invalidateEverywhere(): void
  onInvalidateAll(listener: () => unknown): () => void
  /** Makes the caches of all instances stale, and open pages fetch again what they show. */
  reportLostEvents(): void
  /** Called after the caches were made stale. Returns the function that ends the subscription. */
  onLostEvents(listener: () => unknown): () => void
}

/** Totals since the start, except `isConnected`. */
export interface EventBusStats {
  isConnected: boolean
  sent: number
  received: number
  invalidations: number
  /** Messages that are not authentic or no valid events. */
  rejected: number
}

export interface ConnectedEventBus<Schemas extends EventSchemas> extends EventBus<Schemas> {
  /** Rejects with one line when the transport cannot connect. Read caches only after it resolved. */
  start(): Promise<void>
  /** Sends pending events and disconnects. */
  stop(): Promise<void>
  /** Null without a transport. */
  stats(): EventBusStats | null
}

interface EventBusDeps<Schemas extends EventSchemas> {
  schemas: Schemas
  clock: Clock
  log: Pick<Log, 'info' | 'warn' | 'error'>
  /** Null for an instance that is alone on its database. */
  transport: EventTransport | null
  /** Null accepts messages of anybody. */
  auth: MessageAuth | null
}

const Message = Type.Object({
  instance: Type.String({ minLength: 1, maxLength: 64 }),
  topic: Type.String(),
  event: Type.Unknown(),
})

/** The topic that invalidates all caches. */
const EVERYTHING = '*'
/** Its event when open pages may have missed a change. */
const LOST = 'lost'
/** Longest age of a cached value while disconnected or after a rejected message. */
const STALE_MS = 500
/** Shortest time between two log lines about rejected messages. */
const LOG_MS = 60_000

function parseMessage(text: string): Static<typeof Message> | null {
  try {
    const value: unknown = JSON.parse(text)
    return Value.Check(Message, value) ? value : null
  } catch {
    return null
  }
}

/**
 * Creates an event bus. Delivery between instances is best effort: after a lost connection every
 * instance drops its caches instead of replaying events, and its pages fetch again what they show.
 */
export function createEventBus<Schemas extends EventSchemas>({
  schemas,
  clock,
  log,
  transport,
  auth,
}: EventBusDeps<Schemas>): ConnectedEventBus<Schemas> {
  const instance = crypto.randomUUID()
  const onError = (error: unknown) => log.error({ err: error }, 'an event listener failed')
  const byTopic: { [Topic in keyof Schemas]?: Listeners<Static<Schemas[Topic]>> } = {}
  const invalidation = createListeners<void>(onError)
  const loss = createListeners<void>(onError)
  const stats = { sent: 0, received: 0, invalidations: 0, rejected: 0 }
  let isConnected = false
  let stopInvalidating = () => {}
  let lastLog = Number.NEGATIVE_INFINITY
  /** Since the last pause; null when there was none. */
  let rejectedInPause: number | null = null

  const isTopic = (topic: string): topic is keyof Schemas & string => Object.hasOwn(schemas, topic)

  const invalidateAll = () => {
    stats.invalidations += 1
    invalidation.notify()
  }

  const send = (topic: string, event: unknown) => {
    if (!transport) return
    const text = JSON.stringify({ instance, topic, event })
    const message = auth ? auth.seal(text) : text
    if (Buffer.byteLength(message) > transport.maxBytes) return send(EVERYTHING, null)
    stats.sent += 1
    transport.send(message)
  }

  const reportLoss = () => {
    invalidateAll()
    loss.notify()
  }

  const deliver = <Topic extends keyof Schemas>(topic: Topic, event: unknown): boolean => {
    const schema: Schemas[Topic] = schemas[topic]
    if (!Value.Check(schema, event)) return false
    byTopic[topic]?.notify(event)
    return true
  }

  /**
   * A newer version may have sent it, so something may have changed; but whoever can write to the bus
   * must not be able to empty the caches more than twice a second.
   */
  const reject = (reason: string) => {
    stats.rejected += 1
    if (clock.now() - lastLog >= LOG_MS) {
      lastLog = clock.now()
      log.warn({ reason, rejected: stats.rejected }, 'the event bus rejects messages')
    }
    if (rejectedInPause !== null) {
      rejectedInPause += 1
      return
    }
    invalidateAll()
    rejectedInPause = 0
    clock.after(STALE_MS, () => {
      if (rejectedInPause !== 0) invalidateAll()
      rejectedInPause = null
    })
  }

  const onMessage = (received: string) => {
    const text = auth ? auth.open(received) : received
    if (text === null) return reject('not authentic')
    const message = parseMessage(text)
    if (message?.instance === instance) return
    if (message?.topic === EVERYTHING) {
      return message.event === LOST ? reportLoss() : invalidateAll()
    }
    if (message && isTopic(message.topic) && deliver(message.topic, message.event)) {
      stats.received += 1
      return
    }
    reject('no valid event')
  }

  const onDisconnect = (error: Error) => {
    isConnected = false
    log.warn({ err: error, address: transport?.address }, 'the event bus is disconnected')
    stopInvalidating = every(clock, STALE_MS, invalidateAll)
  }

  const reportLostEvents = () => {
    reportLoss()
    send(EVERYTHING, LOST)
  }

  const onReconnect = () => {
    isConnected = true
    stopInvalidating()
    log.info({ address: transport?.address }, 'the event bus is connected again')
    reportLostEvents()
  }

  return {
    publish(topic, event) {
      byTopic[topic]?.notify(event)
      send(topic, event)
    },
    on<Topic extends keyof Schemas & string>(
      topic: Topic,
      listener: (event: Static<Schemas[Topic]>) => unknown,
    ) {
      const listeners: Listeners<Static<Schemas[Topic]>> =
        byTopic[topic] ?? createListeners(onError)
      byTopic[topic] = listeners
      return listeners.add(listener)
    },
    invalidateAll,
    invalidateEverywhere() {
      invalidateAll()
      send(EVERYTHING, null)
    },
    onInvalidateAll: invalidation.add,
    reportLostEvents,
    onLostEvents: loss.add,
    async start() {
      if (!transport) return
      try {
        await transport.start({ onMessage, onDisconnect, onReconnect })
      } catch (error) {
        await transport.stop()
        const [reason] = (error instanceof Error ? error.message : String(error)).split('\n')
        throw new Error(
          `The bus at ${transport.address} cannot be used: ${reason || 'no connection'}.`,
        )
      }
      isConnected = true
      // A killed instance, whose successor this may be, can have left events unsent.
      send(EVERYTHING, null)
    },
    async stop() {
      stopInvalidating()
      await transport?.stop()
    },
    stats: () => (transport ? { isConnected, ...stats } : null),
  }
}
