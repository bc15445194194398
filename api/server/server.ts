import { fileURLToPath } from 'node:url'
import type { Server } from 'bun'
import { hostInUrl } from '#api/infrastructure/config.ts'
import { createHealth } from '#api/infrastructure/health.ts'
import { openLimits } from '#api/infrastructure/http/limits.ts'
import { createCrossOrigin } from '#api/infrastructure/http/reply-headers.ts'
import { createMetrics } from '#api/infrastructure/metrics.ts'
import { authenticateToken } from '#api/modules/auth/guard.ts'
import { createOidcService } from '#api/modules/auth/oidc/service.ts'
import { openSignInProviders } from '#api/modules/auth/sign-in-provider.ts'
import type { StreamSocket } from '#api/modules/stream/client-requests.ts'
import { createConnectionLimit } from '#api/modules/stream/connection-limit.ts'
import { createStream } from '#api/modules/stream/stream.ts'
import { createCardRenderer } from '#api/web/cards/renderer.ts'
import { createWeekDrawer } from '#api/web/cards/week-card.ts'
import { createPageRendering, hasPageRenderer } from '#api/web/page-thread.ts'
import { createWeb, filledSlots } from '#api/web/web.ts'
import { createApp } from './app.ts'
import { registerGauges } from './gauges.ts'
import {
  type Infrastructure,
  type InfrastructureOptions,
  startInfrastructure,
} from './infrastructure.ts'
import { areRoundsOpen, startJobs } from './jobs.ts'
import { drain, type Handler, listen, listenError, listenForMetrics } from './listen.ts'
import { createServices, type Services } from './services.ts'

/** Output folder of the web build. */
const WEB_BUILD = fileURLToPath(new URL('../../out/web', import.meta.url))
/** Output folder of the page renderer. */
const PAGES_BUILD = fileURLToPath(new URL('../../out/pages', import.meta.url))

export interface ServerOptions extends InfrastructureOptions {
  /** Multiplies the rate limits, for load tests. */
  limitFactor?: number
}

export interface RunningServer {
  url: string
  port: number
  infrastructure: Infrastructure
  services: Services
  /**
   * Called shortly before `stop`: /readyz fails and every reply closes its connection, so that `stop`
   * never resets a keep-alive connection with a request in transit.
   */
  leave(): void
  /** Finishes open requests, closes the streams, flushes pending writes and closes the database. */
  stop(): Promise<void>
}

/** Starts a server on an open database. Rejects when a port is taken or PRICE_FEED contradicts it. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, clock, log, database, limitFactor = 1 } = options
  const { infrastructure, stop: stopInfrastructure } = await startInfrastructure(options)
  const { bus, jobLock, market } = infrastructure
  const services = createServices(infrastructure)
  const metrics = createMetrics()
  const connections = createConnectionLimit({
    factor: limitFactor * config.addressLimitFactor,
    total: config.streamsMax,
  })
  const { summary } = services
  const crossOrigin = createCrossOrigin([...config.corsOrigins, new URL(config.publicUrl).origin])
  const firstVotes = () => services.voteLists.page('all', 1)
  const stream = createStream({
    summary,
    firstVotes,
    market,
    connections,
    crossOrigin,
    authenticate: (token) => authenticateToken(services.guardDeps, token),
    notifications: services.notifications.service.byIds,
    activeSessions: (ids) => services.sessionStore.active(ids, clock.now()),
    bus,
    clock,
    log,
  })
  let isUp = false
  const health = createHealth([
    { name: 'starting', passes: () => isUp },
    { name: 'database', passes: () => database.ping().then(() => true) },
    { name: 'rounds', passes: () => areRoundsOpen(jobLock, services.sweeper) },
  ])
  registerGauges(metrics, { infrastructure, services, connections, stream, health })
  const stopJobs = await startJobs(infrastructure, services)
  const handler = Promise.withResolvers<Handler>()
  const quit = async () => {
    await stopJobs()
    await stopInfrastructure()
  }
  let server: Server<StreamSocket>
  try {
    server = listen(config, stream, health, handler.promise)
  } catch (error) {
    await quit()
    throw listenError(error, config.host, config.port, 'PORT')
  }
  const { metricsPort } = config
  let metricsServer: Server<undefined> | null = null
  try {
    if (metricsPort !== null) {
      const { registry } = metrics
      metricsServer = listenForMetrics(metricsPort, config.host, { health, registry, config }, log)
    }
  } catch (error) {
    await server.stop(true)
    await quit()
    throw listenError(error, config.host, metricsPort ?? 0, 'METRICS_PORT')
  }
  const port = server.port ?? config.port
  const signIn = await openSignInProviders(config, port, { clock, log, signIns: metrics.signIns })
  const { verifier, authConfig } = signIn
  const { spentTokens, identities } = services
  const oidc = createOidcService({
    clients: signIn.clients,
    webOrigins: signIn.webOrigins,
    spentTokens,
    clock,
    identities,
    key: infrastructure.secrets.signIn,
  })
  const limits = await openLimits({
    config,
    database,
    log,
    factor: limitFactor,
    onRefused: (action, by) => metrics.limited.inc({ action, by }),
  })
  const cardRenderer = createCardRenderer({ clock })
  const pageRendering = hasPageRenderer(PAGES_BUILD)
    ? createPageRendering({ clock, folder: PAGES_BUILD })
    : null
  const app = createApp({
    infrastructure,
    services,
    limited: limits.limited,
    metrics,
    oidc,
    verifier,
    authConfig,
    crossOrigin,
    health,
    stream,
    web: createWeb({
      folder: WEB_BUILD,
      hasGoogleButton: config.google !== null,
      publicUrl: config.publicUrl,
      adSlots: filledSlots(config.site),
    }),
    pageRendering,
    cardRenderer,
    drawWeek: createWeekDrawer(cardRenderer, config.publicUrl),
  })
  // Elysia reads peer addresses from this server.
  app.server = server
  stream.start(server)
  handler.resolve(app.fetch)
  isUp = true

  const stop = async () => {
    health.stopping()
    // First, so that another instance takes over while open requests finish.
    await jobLock.stop()
    stream.stop()
    await drain(server, clock)
    await metricsServer?.stop(true)
    cardRenderer.stop()
    pageRendering?.stop()
    limits.stop()
    await signIn.stop()
    await quit()
    await database.close()
  }
  return {
    url: `http://${hostInUrl(config.host)}:${port}`,
    port,
    infrastructure,
    services,
    leave: health.stopping,
    stop,
  }
}
