import type { Server } from 'bun'
import { Elysia } from 'elysia'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Config } from '#api/infrastructure/config.ts'
import type { Health } from '#api/infrastructure/health.ts'
import { errorReplies } from '#api/infrastructure/http/error-replies.ts'
import { BODY_MAX } from '#api/infrastructure/http/json-body.ts'
import {
  type OperatorRoutesDeps,
  operatorRoutes,
} from '#api/infrastructure/http/operator-routes.ts'
import { trackRequests } from '#api/infrastructure/http/track-requests.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { StreamSocket } from '#api/modules/stream/client-requests.ts'
import type { Stream } from '#api/modules/stream/stream.ts'

/** Maximum wait for open requests when the server stops (ms). */
const DRAIN_MS = 8_000

/** Handles a request once the routes exist. */
export type Handler = (request: Request) => Response | Promise<Response>

/** Closes the connection after this reply, so that the next request reaches another instance. */
async function lastReply(reply: ReturnType<Handler>): Promise<Response> {
  const response = await reply
  response.headers.set('connection', 'close')
  return response
}

/**
 * Listens at once, because the routes need the port. Health checks get an immediate reply; other early
 * requests wait for `handler`, since with REUSE_PORT they are real traffic.
 */
export function listen(config: Config, stream: Stream, health: Health, handler: Promise<Handler>) {
  let ready: Handler | null = null
  void handler.then((handle) => {
    ready = handle
  })
  return Bun.serve<StreamSocket>({
    hostname: config.host,
    port: config.port,
    // Off by default: two servers started by mistake would silently share the requests.
    reusePort: config.reusePort,
    idleTimeout: 30,
    maxRequestBodySize: 4 * BODY_MAX,
    fetch: (request) => {
      if (ready) {
        const reply = ready(request)
        return health.isStopping() ? lastReply(reply) : reply
      }
      const path = URL.parse(request.url)?.pathname
      if (path === '/livez') return health.live()
      if (path === '/readyz') return health.ready()
      return handler.then((handle) => handle(request))
    },
    websocket: stream.websocket,
    error: () => new Response(null, { status: 500 }),
  })
}

/**
 * Serves /metrics, /livez and /readyz of this instance on METRICS_PORT, so that Prometheus and health
 * checks reach each of several instances that share one port. Stops after the last open request.
 */
export function listenForMetrics(
  port: number,
  hostname: string,
  deps: OperatorRoutesDeps,
  log: Log,
): Server<undefined> {
  const routes = operatorRoutes(deps)
  const app = new Elysia({ handler: { standardHostname: false } })
    .use(trackRequests({ trustedProxies: [] }))
    .use(errorReplies({ log, fieldErrors: {}, routes: routes.routes }))
    .use(routes)
  const server = Bun.serve({
    hostname,
    port,
    fetch: app.fetch,
    error: () => new Response(null, { status: 500 }),
  })
  app.server = server
  return server
}

/** Returns an error with address, setting and cure for a port or host that cannot be used, else the same error. */
export function listenError(error: unknown, host: string, port: number, setting: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') {
    return new Error(
      `Port ${port} of ${host} is in use. Stop what uses it, or set ${setting} to another.`,
    )
  }
  if (code === 'EACCES') {
    return new Error(`Port ${port} of ${host} is not allowed. Set ${setting} to 1024 or more.`)
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new Error(
      `HOST ${host} is no address of this machine. Set it to one, or to 0.0.0.0 for all.`,
    )
  }
  return error
}

/** Waits until no request is open, at most DRAIN_MS. */
export async function drain(server: Server<StreamSocket>, clock: Clock): Promise<void> {
  const late = new Promise<void>((resolve) => {
    clock.after(DRAIN_MS, resolve)
  })
  await Promise.race([server.stop(), late])
  await server.stop(true)
}
