import { fileURLToPath } from 'node:url'
import type { Server } from 'bun'
import { createApp } from './app.ts'
import type { ConnectedAppEventBus } from './events.ts'
import { createFront, type Front } from './front.ts'
import type { Clock } from './infrastructure/clock.ts'
import type { Config } from './infrastructure/config.ts'
import { hostInUrl } from './infrastructure/config-values.ts'
import type { Database } from './infrastructure/database/database.ts'
import { createHealth } from './infrastructure/health.ts'
import { createCrossOrigin } from './infrastructure/http/cross-origin.ts'
import { openLimits } from './infrastructure/http/limits.ts'
import { createMetricsPage } from './infrastructure/http/metrics-page.ts'
import { securityHeaders } from './infrastructure/http/security-headers.ts'
import type { JobLock } from './infrastructure/job-lock.ts'
import type { Log } from './infrastructure/log.ts'
import { createMetrics } from './infrastructure/metrics.ts'
import { filledSlots } from './infrastructure/web/filled-slots.ts'
import { createWeb } from './infrastructure/web/web.ts'
import { createConnections } from './live/connections.ts'
import { createStream, type StreamSocket } from './live/stream.ts'
import type { Endpoints } from './market/exchange.ts'
import { openapiDocument } from './openapi.ts'
import { drain, listen, listenError, listenForMetrics } from './server/listen.ts'
import { startCore } from './server/start-core.ts'
import { areRoundsWell, startJobs } from './server/start-jobs.ts'
import { watchBus } from './server/watch/watch-bus.ts'
import { watchHealth } from './server/watch/watch-health.ts'
import { watchStream } from './server/watch/watch-stream.ts'
import { watchTracing } from './server/watch/watch-tracing.ts'
import { watchAll } from './server/watch-all.ts'
import { type Core, createServices, type Services } from './services.ts'
import { openSignInProvider } from './sign-in-provider.ts'

/** Where the build puts the web interface. */
const WEB_BUILD = fileURLToPath(new URL('../out/web', import.meta.url))

export interface ServerOptions {
  config: Config
  clock: Clock
  log: Log
  /** Open and migrated. Closed by `stop`. */
  database: Database
  /** Other addresses of the exchanges, for tests. */
  endpoints?: Endpoints
  /** Widens the limits, for load tests. */
  limitFactor?: number
  /** In place of its own, for tests with several servers in one process. */
  bus?: ConnectedAppEventBus
  jobLock?: JobLock
}

/** A server that listens. */
export interface RunningServer {
  url: string
  port: number
  core: Core
  services: Services
  /**
   * Some time before `stop`: not ready any more, and each reply ends its connection, so that kept
   * ones are not closed while a request is on its way.
   */
  leave(): void
  /** Lets requests finish, closes the streams, writes what waits, closes the database. */
  stop(): Promise<void>
}

/** Starts everything on an open database. Rejects when the port is taken or the feed contradicts it. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, clock, log, database, limitFactor = 1 } = options
  const ground = await startCore(options)
  const { core, tracing } = ground
  const { bus, jobLock, market } = core
  const services = createServices(core)
  const metrics = createMetrics()
  watchAll(metrics, core, services)
  watchTracing(metrics, tracing)
  const stopJobs = await startJobs(core, services)

  const connections = createConnections(limitFactor)
  watchBus(metrics, ground.bus)
  const metricsPage = createMetricsPage(() => metrics.registry.metrics(), config)
  const { summary } = services
  const crossOrigin = createCrossOrigin([...config.corsOrigins, new URL(config.publicUrl).origin])
  const stream = createStream({ summary, market, connections, crossOrigin, bus, clock, log })
  watchStream(metrics, connections, stream)
  let isUp = false
  const health = createHealth([
    { name: 'starting', isWell: () => isUp },
    { name: 'database', isWell: () => database.ping().then(() => true) },
    { name: 'rounds', isWell: () => areRoundsWell(jobLock, services) },
  ])
  watchHealth(metrics, health)
  const front = Promise.withResolvers<Front>()
  const quit = async () => {
    await stopJobs()
    await ground.stop()
  }
  let server: Server<StreamSocket>
  try {
    server = listen(config, stream, health, front.promise)
  } catch (error) {
    await quit()
    throw listenError(error, config.host, config.port, 'PORT')
  }
  const { metricsPort } = config
  let metricsServer: Server<undefined> | null = null
  try {
    if (metricsPort !== null) {
      metricsServer = listenForMetrics(config.host, metricsPort, health, metricsPage)
    }
  } catch (error) {
    await server.stop(true)
    await quit()
    throw listenError(error, config.host, metricsPort ?? 0, 'METRICS_PORT')
  }
  const port = server.port ?? config.port
  const provider = await openSignInProvider(config, port, clock, log)
  const { verifier, authConfig } = provider
  const limits = await openLimits({ config, database, log, factor: limitFactor })
  const app = createApp({ core, services, limits, metrics, verifier, authConfig, crossOrigin })
  const handler = createFront({
    app,
    stream,
    health,
    metrics,
    metricsPage,
    web: createWeb({
      folder: WEB_BUILD,
      issuer: authConfig.issuer,
      publicUrl: config.publicUrl,
      adSlots: filledSlots(config.site),
    }),
    openapi: openapiDocument(app),
    trustedProxies: config.trustedProxies,
    headers: securityHeaders(config.publicUrl),
    crossOrigin,
    clock,
    log,
    tracing,
  })
  stream.start(server)
  front.resolve(handler)
  isUp = true

  const stop = async () => {
    health.stopping()
    // First of all, so that another takes over while requests here are still let finish.
    await jobLock.stop()
    stream.stop()
    await drain(server, clock)
    await metricsServer?.stop(true)
    limits.stop()
    await provider.stop()
    await quit()
    await database.close()
  }
  return {
    url: `http://${hostInUrl(config.host)}:${port}`,
    port,
    core,
    services,
    leave: health.stopping,
    stop,
  }
}
