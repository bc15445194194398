import { eventSchemas } from '#api/events.ts'
import { createEventBus } from '#api/infrastructure/bus/event-bus.ts'
import { createPostgresEvents } from '#api/infrastructure/bus/postgres-events.ts'
import { createRedisEvents } from '#api/infrastructure/bus/redis-events.ts'
import { systemClock } from '#api/infrastructure/clock.ts'
import { openSession } from '#api/infrastructure/database/session.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { createRedis } from '#api/infrastructure/redis.ts'
import { within } from '#tests/support/eventually.ts'

/** One instance of the benchmark: publishes numbers and receives those of the other instance. */
export interface BusEnd {
  /** The bus sends it as the id of a user. */
  publish(number: number): void
  onNumber(listener: (number: number) => void): void
  stop(): Promise<void>
}

/** `bus` is the product's event bus; `bare` one message per event through the same server. */
export type EndKind = 'bus' | 'bare'

const CHANNEL = 'bench'
const isRedis = (url: string) => url.startsWith('redis')

async function busEnd(url: string): Promise<BusEnd> {
  const log = createLog('warn')
  const transport = isRedis(url)
    ? createRedisEvents(url, CHANNEL, systemClock)
    : createPostgresEvents({ url, clock: systemClock })
  const bus = createEventBus({
    schemas: eventSchemas,
    clock: systemClock,
    log,
    transport,
    auth: null,
  })
  await bus.start()
  return {
    publish: (userId) => bus.publish('nickname', { userId }),
    onNumber: (listener) => bus.on('nickname', ({ userId }) => listener(userId)),
    stop: bus.stop,
  }
}

async function bareRedisEnd(url: string): Promise<BusEnd> {
  const [subscriber, publisher] = [createRedis(url), createRedis(url)]
  await Promise.all([subscriber.connect(), publisher.connect()])
  await subscriber.subscribe(CHANNEL)
  return {
    publish: (number) => void publisher.publish(CHANNEL, String(number)),
    onNumber: (listener) => subscriber.on('message', (_, text) => listener(Number(text))),
    async stop() {
      subscriber.disconnect()
      publisher.disconnect()
    },
  }
}

async function barePostgresEnd(url: string): Promise<BusEnd> {
  let onNumber = (_: number) => {}
  const session = await openSession({
    url,
    name: 'bench',
    timeoutMs: 5_000,
    onLost: () => {},
    onNotification: (payload) => onNumber(Number(payload)),
  })
  await session.query(statement(`LISTEN ${CHANNEL}`))
  const notify = statement('SELECT pg_notify($1, $2)')
  // A connection runs one statement at a time; the queue of pg is deprecated.
  let sent: Promise<unknown> = Promise.resolve()
  return {
    publish(number) {
      sent = sent.then(() => session.query(notify, [CHANNEL, String(number)]))
    },
    onNumber(listener) {
      onNumber = listener
    },
    async stop() {
      await within(sent, 'PostgreSQL accepts every notification')
      await session.close()
    },
  }
}

/** Connects one instance to the PostgreSQL or Redis of `url`. */
export function openEnd(kind: EndKind, url: string): Promise<BusEnd> {
  if (kind === 'bus') return busEnd(url)
  return isRedis(url) ? bareRedisEnd(url) : barePostgresEnd(url)
}
