import { fileURLToPath } from 'node:url'
import type { Server } from 'bun'
import { createApp } from './app.ts'
import { createFront, type Front } from './front.ts'
import { type Connections, createConnections } from './live/connections.ts'
import { createStream, type Stream, type StreamSocket } from './live/stream.ts'
import type { Endpoints } from './market/exchange.ts'
import { createMarket, type Market } from './market/market.ts'
import { createCandleStore, createReplayAnchor } from './market/store.ts'
import { openapiDocument } from './openapi.ts'
import { createLocalBus } from './platform/bus.ts'
import { type Clock, every } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { hostInUrl } from './platform/config-readers.ts'
import type { Database } from './platform/database/database.ts'
import { readMarketKind, writeMarketKind } from './platform/database/market-fact.ts'
import { createHealth, type Health } from './platform/health.ts'
import { warm } from './platform/html/sanitise.ts'
import { createCrossOrigin } from './platform/http/cross-origin.ts'
import { BODY_MAX } from './platform/http/json-body.ts'
import { createLimits } from './platform/http/limits.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import type { Log } from './platform/log.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'
import { readSecrets } from './platform/secret.ts'
import { filledSlots } from './platform/web/filled-slots.ts'
import { createWeb } from './platform/web/web.ts'
import { type Core, createServices, type Services } from './services.ts'
import { openSignInProvider } from './sign-in-provider.ts'

const SESSION_SWEEP_MS = 3_600_000
/** Where the build puts the web interface. */
const WEB_BUILD = fileURLToPath(new URL('../out/web', import.meta.url))
/** Requests that are under way when the server stops get this long. */
const DRAIN_MS = 8_000

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
}

/** A server that listens. */
export interface RunningServer {
  url: string
  port: number
  core: Core
  services: Services
  /** Lets requests finish, closes the streams, writes what waits, closes the database. */
  stop(): Promise<void>
}

async function startMarket(options: ServerOptions): Promise<Market> {
  const { config, clock, log, database } = options
  const market = createMarket({
    config: {
      feed: config.priceFeed,
      production: config.production,
      allowSimulated: !config.production,
    },
    rememberedKind: await readMarketKind(database),
    clock,
    random: Math.random,
    store: createCandleStore(database),
    replayAnchor: createReplayAnchor(database),
    log,
    ...(options.endpoints && { endpoints: options.endpoints }),
  })
  await market.start()
  await writeMarketKind(database, market.kind())
  return market
}

function watchAll(
  metrics: Metrics,
  { market, clock }: Core,
  services: Services,
  open: Connections,
) {
  const { watch } = metrics
  watch('tidemark_price_age_seconds', 'Age of the newest price', () => {
    const price = market.price()
    return price ? price.ageMs / 1000 : null
  })
  watch(
    'tidemark_rounds_waiting',
    'Rounds without a price they should have',
    () => services.sweeper.stats().waiting,
  )
  watch(
    'tidemark_sweep_failures',
    'Sweeps that failed since the start',
    () => services.sweeper.stats().failures,
  )
  watch('tidemark_sweep_age_seconds', 'Since the last good sweep', () => {
    const { lastSweepAt } = services.sweeper.stats()
    return lastSweepAt === null ? null : (clock.now() - lastSweepAt) / 1000
  })
  watch(
    'tidemark_feed_reconnects',
    'Reconnections of the price feed',
    () => market.stats().reconnects,
  )
  watch(
    'tidemark_feed_rejected_values',
    'Values of the feed that were refused',
    () => market.stats().rejected,
  )
  watch('tidemark_stream_listeners', 'Open live streams', open.size)
}

/** Starts what runs by itself and answers how to end it. */
async function startJobs({ clock, log }: Core, services: Services): Promise<() => Promise<void>> {
  await services.revocations.load(services.sessionStore)
  await services.sweeper.run()
  services.sweeper.start()
  services.views.start()
  services.anchors.start()
  void services.anchors.run()
  const stopSessions = every(clock, SESSION_SWEEP_MS, () => {
    services.sessions.sweep().catch((error: unknown) => {
      log.warn({ err: error }, 'ended sessions could not be removed')
    })
  })
  warm().catch((error: unknown) => log.error({ err: error }, 'the sanitiser could not be loaded'))
  return async () => {
    stopSessions()
    await services.sweeper.stop()
    await services.anchors.stop()
    await services.views.stop()
  }
}

/** Listens at once, so that health is answered and the port is known; routes follow when ready. */
function listen(config: Config, stream: Stream, health: Health, front: () => Front | null) {
  return Bun.serve<StreamSocket>({
    hostname: config.host,
    port: config.port,
    reusePort: false,
    idleTimeout: 30,
    maxRequestBodySize: 4 * BODY_MAX,
    fetch: (request, server) => {
      const ready = front()
      if (ready) return ready(request, server)
      const isLive = new URL(request.url).pathname === '/livez'
      return isLive ? health.live() : health.ready()
    },
    websocket: stream.websocket,
    error: () => new Response(null, { status: 500 }),
  })
}

/** What a start that could not listen is told as. */
function notListening(error: unknown, { host, port }: Config): unknown {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (!isTaken) return error
  return new Error(`Port ${port} of ${host} is in use. Stop what uses it, or set PORT to another.`)
}

/** Waits until no request is under way, at most DRAIN_MS. */
async function drain(server: Server<StreamSocket>, clock: Clock): Promise<void> {
  const late = new Promise<void>((resolve) => {
    clock.after(DRAIN_MS, resolve)
  })
  await Promise.race([server.stop(), late])
  await server.stop(true)
}

/** Starts everything on an open database. Rejects when the port is taken or the feed contradicts it. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, clock, log, database, limitFactor = 1 } = options
  const bus = createLocalBus((error) => log.error({ err: error }, 'a listener failed'))
  const market = await startMarket(options)
  const core: Core = { config, clock, log, bus, database, market, secrets: readSecrets(config) }
  const services = createServices(core)
  const stopJobs = await startJobs(core, services)

  const metrics = createMetrics()
  const connections = createConnections(limitFactor)
  watchAll(metrics, core, services, connections)
  const { summary } = services
  const crossOrigin = createCrossOrigin([...config.corsOrigins, new URL(config.publicUrl).origin])
  const stream = createStream({ summary, market, connections, crossOrigin, bus, clock, log })
  let isUp = false
  const health = createHealth([
    { name: 'starting', isWell: () => isUp },
    { name: 'database', isWell: () => database.ping().then(() => true) },
    { name: 'rounds', isWell: () => services.sweeper.stats().lastSweepAt !== null },
  ])
  let front: Front | null = null
  const quit = async () => {
    await stopJobs()
    await market.stop()
  }
  let server: Server<StreamSocket>
  try {
    server = listen(config, stream, health, () => front)
  } catch (error) {
    await quit()
    throw notListening(error, config)
  }
  const port = server.port ?? config.port
  const provider = await openSignInProvider(config, port, clock, log)
  const { verifier, authConfig } = provider
  const limits = createLimits(limitFactor)
  const app = createApp({ core, services, limits, metrics, verifier, authConfig, crossOrigin })
  front = createFront({
    app,
    stream,
    health,
    metrics,
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
  })
  stream.start(server)
  isUp = true

  const stop = async () => {
    health.stopping()
    stream.stop()
    await drain(server, clock)
    await provider.stop()
    await quit()
    await database.close()
  }
  return { url: `http://${hostInUrl(config.host)}:${port}`, port, core, services, stop }
}
