import { type ConnectedAppEventBus, eventSchemas } from '#api/events.ts'
import { openEventBus } from '#api/infrastructure/bus/open-event-bus.ts'
import { createJobLock, createSoleJobLock, type JobLock } from '#api/infrastructure/job-lock.ts'
import { readSecrets } from '#api/infrastructure/secret.ts'
import { noSpan, openTracing, type Tracing } from '#api/infrastructure/tracing/tracing.ts'
import type { ServerOptions } from '#api/server.ts'
import type { Core } from '#api/services.ts'
import { startMarket } from './start-market.ts'

/** What the services stand on, with what only the server itself asks for. */
export interface Ground {
  core: Core
  bus: ConnectedAppEventBus
  tracing: Tracing | null
  /** Ends all of it, the newest first. The database stays open. */
  stop(): Promise<void>
}

/** The embedded database has a single instance, which always runs the jobs. */
function createServerJobLock({ config: { databaseUrl: url }, clock, log }: ServerOptions): JobLock {
  return url === null ? createSoleJobLock() : createJobLock({ url, clock, log })
}

/** Opens and starts it all in order. What has been started ends again when a later part rejects. */
export async function startCore(options: ServerOptions): Promise<Ground> {
  const { config, clock, log, database } = options
  const endings: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end()
  }
  try {
    const tracing = await openTracing(config, clock, log)
    if (tracing) {
      endings.push(tracing.stop)
      database.interceptStatements(tracing.statement)
    }
    // Subscribed before anything is cached: events that arrive meanwhile mark it stale.
    const bus = options.bus ?? (await openEventBus({ ...options, schemas: eventSchemas }))
    endings.push(bus.stop)
    const jobLock = options.jobLock ?? createServerJobLock(options)
    endings.push(jobLock.stop)
    await jobLock.start()
    const market = await startMarket(options, { jobLock, bus })
    endings.push(market.stop)
    const secrets = readSecrets(config)
    const inSpan = tracing?.inSpan ?? noSpan
    const core: Core = { config, clock, log, bus, database, jobLock, market, secrets, inSpan }
    return { core, bus, tracing, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
