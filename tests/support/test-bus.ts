import { type ConnectedAppEventBus, eventSchemas } from '#api/events.ts'
import { createEventBus } from '#api/infrastructure/bus/event-bus.ts'
import type { MessageAuth } from '#api/infrastructure/bus/message-auth.ts'
import type { EventTransport, TransportHandlers } from '#api/infrastructure/bus/transport.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { testClock } from './test-clock.ts'

/** Fails the test that causes it, where a log would hide it. */
const log = {
  info() {},
  warn() {},
  error(fields: object) {
    throw 'err' in fields ? fields.err : fields
  },
}

/** An instance's connection to a channel in memory. */
export interface TestTransport extends EventTransport {
  /** Receives `message` as if another instance had sent it. */
  receive(message: string): void
  disconnect(): void
  reconnect(): void
}

export interface TestInstance {
  bus: ConnectedAppEventBus
  transport: TestTransport
}

/** An event bus of a single instance. */
export function testBus(): ConnectedAppEventBus {
  const clock = testClock(0)
  return createEventBus({ schemas: eventSchemas, clock, log, transport: null, auth: null })
}

/** Event buses of `count` instances on one channel that delivers at once. */
export async function connectedBuses(
  count: number,
  clock: Clock = testClock(0),
  auth: MessageAuth | null = null,
): Promise<TestInstance[]> {
  const channel = new Set<TransportHandlers>()

  const createTransport = (): TestTransport => {
    let handlers: TransportHandlers | null = null
    return {
      address: 'memory://channel',
      maxBytes: 7_999,
      async start(given) {
        handlers = given
        channel.add(given)
      },
      send(message) {
        if (!handlers || !channel.has(handlers)) return
        for (const { onMessage } of channel) onMessage(message)
      },
      async stop() {
        if (handlers) channel.delete(handlers)
      },
      receive: (message) => handlers?.onMessage(message),
      disconnect() {
        if (!handlers) return
        channel.delete(handlers)
        handlers.onDisconnect(new Error('cut'))
      },
      reconnect() {
        if (!handlers) return
        channel.add(handlers)
        handlers.onReconnect()
      },
    }
  }

  const instances: TestInstance[] = []
  for (let index = 0; index < count; index++) {
    const transport = createTransport()
    const bus = createEventBus({ schemas: eventSchemas, clock, log, transport, auth })
    await bus.start()
    instances.push({ bus, transport })
  }
  return instances
}
