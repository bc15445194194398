import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type Clock, every } from '#api/infrastructure/clock.ts'
import { createListeners, type Listeners } from '#api/infrastructure/listeners.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { EventTransport } from './event-transport.ts'

/** The schema of each event, by topic. */
export type EventSchemas = Record<string, TSchema>

/** Publishes events to the listeners of all instances on one database. */
export interface EventBus<Schemas extends EventSchemas> {
  /** Calls the listeners here at once and those of other instances within 300 ms. */
  publish<Topic extends keyof Schemas & string>(topic: Topic, event: Static<Schemas[Topic]>): void
  /** Answers the function that ends the subscription. */
  on<Topic extends keyof Schemas & string>(
    topic: Topic,
    listener: (event: Static<Schemas[Topic]>) => unknown,
  ): () => void
  /** Makes every cache of this instance stale, because events may have been lost. */
  invalidateAll(): void
  onInvalidateAll(listener: () => unknown): () => void
}

/** Totals since the start, but for `isConnected`. */
export interface EventBusStats {
  isConnected: boolean
  sent: number
  received: number
  invalidations: number
  /** Messages that are not valid events. */
  rejected: number
}

export interface ConnectedEventBus<Schemas extends EventSchemas> extends EventBus<Schemas> {
  /** Rejects when the transport cannot connect. Read cached values only after it has resolved. */
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
  /** Left out by an instance that is alone on its database. */
  transport?: EventTransport
}

const Message = Type.Object({
  instance: Type.String({ minLength: 1, maxLength: 64 }),
  topic: Type.String(),
  event: Type.Unknown(),
})

/** The topic that invalidates everything. */
const EVERYTHING = '*'
/** While disconnected nothing cached is served for longer than this. */
const STALE_MS = 500

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
 * instance drops what it has cached instead of asking for what it missed.
 */
export function createEventBus<Schemas extends EventSchemas>(
  deps: EventBusDeps<Schemas>,
): ConnectedEventBus<Schemas> {
  const { schemas, clock, log, transport } = deps
  const instance = crypto.randomUUID()
  const onError = (error: unknown) => log.error({ err: error }, 'an event listener failed')
  const byTopic: { [Topic in keyof Schemas]?: Listeners<Static<Schemas[Topic]>> } = {}
  const invalidation = createListeners<void>(onError)
  const stats = { sent: 0, received: 0, invalidations: 0, rejected: 0 }
  let isConnected = false
  let stopInvalidating = () => {}

  const isTopic = (topic: string): topic is keyof Schemas & string => Object.hasOwn(schemas, topic)

  const invalidateAll = () => {
    stats.invalidations += 1
    invalidation.notify()
  }

  const send = (topic: string, event: unknown) => {
    if (!transport) return
    const message = JSON.stringify({ instance, topic, event })
    if (Buffer.byteLength(message) > transport.maxBytes) return send(EVERYTHING, null)
    stats.sent += 1
    transport.send(message)
  }

  const deliver = <Topic extends keyof Schemas>(topic: Topic, event: unknown): boolean => {
    const schema: Schemas[Topic] = schemas[topic]
    if (!Value.Check(schema, event)) return false
    byTopic[topic]?.notify(event)
    return true
  }

  const onMessage = (text: string) => {
    const message = parseMessage(text)
    if (message?.instance === instance) return
    if (message?.topic === EVERYTHING) return invalidateAll()
    if (message && isTopic(message.topic) && deliver(message.topic, message.event)) {
      stats.received += 1
      return
    }
    // A newer version may publish what this one cannot read: something did change.
    stats.rejected += 1
    invalidateAll()
  }

  const onDisconnect = (error: Error) => {
    isConnected = false
    log.warn({ err: error, address: transport?.address }, 'the event bus is disconnected')
    stopInvalidating = every(clock, STALE_MS, invalidateAll)
  }

  const onReconnect = () => {
    isConnected = true
    stopInvalidating()
    log.info({ address: transport?.address }, 'the event bus is connected again')
    invalidateAll()
    send(EVERYTHING, null)
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
    onInvalidateAll: invalidation.add,
    async start() {
      if (!transport) return
      await transport.start({ onMessage, onDisconnect, onReconnect })
      isConnected = true
      // An instance that was killed may have left events unsent, and this may be its successor.
      send(EVERYTHING, null)
    },
    async stop() {
      stopInvalidating()
      await transport?.stop()
    },
    stats: () => (transport ? { isConnected, ...stats } : null),
  }
}
