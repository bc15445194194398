import { type ConnectedAppEventBus, eventSchemas } from '#api/events.ts'
import { createEventBus } from '#api/infrastructure/bus/event-bus.ts'
import { createMessageAuth } from '#api/infrastructure/bus/message-auth.ts'
import { createPostgresEvents } from '#api/infrastructure/bus/postgres-events.ts'
import { createRedisEvents } from '#api/infrastructure/bus/redis-events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Config } from '#api/infrastructure/config.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { databaseId } from '#api/infrastructure/database/database-id.ts'
import { createJobLock, createSoleJobLock, type JobLock } from '#api/infrastructure/job-lock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { Tracing } from '#api/infrastructure/tracing/tracing.ts'
import type { Market } from '#api/market/market.ts'
import { startMarket } from '#api/market/start-market.ts'
import type { PushFetch } from '#api/modules/notifications/push/send-push.ts'
import { createReceiptKeyStore } from '#api/modules/receipts/key-store.ts'
import { readLogOrigin } from '#api/modules/receipts/log/origin.ts'
import { createReceiptSigner, type ReceiptSigner } from '#api/modules/receipts/signer.ts'
import { watchLostReplies } from './lost-replies.ts'
import { readReceiptSecret } from './receipt-secret.ts'
import { readSecrets, type Secrets } from './secrets.ts'

export interface InfrastructureOptions {
  config: Config
  clock: Clock
  log: Log
  /** Open and migrated. Closed by the server's `stop`. */
  database: Database
  /** Replacements for tests with several servers in one process. */
  bus?: ConnectedAppEventBus
  jobLock?: JobLock
  /** Sends to push services; the network by default. */
  pushFetch?: PushFetch
}

type BusOptions = Pick<InfrastructureOptions, 'config' | 'clock' | 'log' | 'database'>

/** The started dependencies of the services. */
export interface Infrastructure {
  config: Config
  clock: Clock
  log: Log
  database: Database
  bus: ConnectedAppEventBus
  /** Held by the instance that runs the feed and the scheduled jobs. */
  jobLock: JobLock
  market: Market
  secrets: Secrets
  receiptSigner: ReceiptSigner
  /** Name of the log. */
  logOrigin: string
  pushFetch: PushFetch
  /** Null while tracing is off. */
  tracing: Tracing | null
}

/**
 * The transport between instances: Redis with BUS_URL, else LISTEN/NOTIFY; none with the embedded
 * database, which has a single instance. Each database has its own channel on a shared Redis.
 */
async function createEventTransport({ config, database, clock }: BusOptions) {
  const { databaseDirectUrl: url, busUrl } = config
  if (url === null) return null
  if (busUrl === null) return createPostgresEvents({ url, clock })
  return createRedisEvents(busUrl, `tidemark:${await databaseId(database)}`, clock)
}

/** Opens the bus of these instances; all of them then drop what they cache. */
export async function openEventBus(options: BusOptions): Promise<ConnectedAppEventBus> {
  const transport = await createEventTransport(options)
  const { clock, log } = options
  const auth =
    transport &&
    createMessageAuth(readSecrets(options.config).bus, await databaseId(options.database))
  const bus = createEventBus({ schemas: eventSchemas, transport, auth, clock, log })
  await bus.start()
  return bus
}

/** Loads and starts the SDK when a collector is configured. */
async function openTracing({ config, clock, log }: InfrastructureOptions): Promise<Tracing | null> {
  if (config.tracing === null) return null
  const { startTracing } = await import('#api/infrastructure/tracing/start-tracing.ts')
  return startTracing(config.tracing, clock, log)
}

/** An embedded database has a single instance, which always runs the jobs. */
function createServerJobLock({
  config: { databaseDirectUrl: url },
  clock,
  log,
}: InfrastructureOptions): JobLock {
  return url === null ? createSoleJobLock() : createJobLock({ url, clock, log })
}

/**
 * Starts the infrastructure in the order of its dependencies; a failed start stops what was started.
 * `stop` ends it in reverse order and does not close the database.
 */
export async function startInfrastructure(
  options: InfrastructureOptions,
): Promise<{ infrastructure: Infrastructure; stop: () => Promise<void> }> {
  const { config, clock, log, database } = options
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const stopOne of stops.splice(0).reverse()) await stopOne()
  }
  try {
    const tracing = await openTracing(options)
    if (tracing) stops.push(tracing.stop)
    // Subscribed before anything is cached: events that arrive meanwhile mark it stale.
    const bus = options.bus ?? (await openEventBus(options))
    stops.push(bus.stop)
    watchLostReplies({ database, bus, clock })
    const jobLock = options.jobLock ?? createServerJobLock(options)
    stops.push(jobLock.stop)
    await jobLock.start()
    const market = await startMarket({ ...options, cluster: { jobLock, bus } })
    stops.push(market.stop)
    const secrets = readSecrets(config)
    const logOrigin = await readLogOrigin(database, config.publicUrl)
    const receiptSigner = await createReceiptSigner({
      store: createReceiptKeyStore(database),
      clock,
      log,
      bus,
      isProduction: config.production,
      readSecret: () => readReceiptSecret(config),
      origin: logOrigin,
    })
    return {
      infrastructure: {
        config,
        clock,
        log,
        database,
        bus,
        jobLock,
        market,
        secrets,
        receiptSigner,
        logOrigin,
        pushFetch: options.pushFetch ?? fetch,
        tracing,
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
