import type { Server } from 'bun'
import type { Front } from '#api/front.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Config } from '#api/infrastructure/config.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { Health } from '#api/infrastructure/health.ts'
import { BODY_MAX } from '#api/infrastructure/http/json-body.ts'
import type { MetricsPage } from '#api/infrastructure/http/metrics-page.ts'
import type { Stream, StreamSocket } from '#api/live/stream.ts'

/** Requests that are under way when the server stops get this long. */
const DRAIN_MS = 8_000

/** The last reply on its connection: the next request makes another, and finds who is there then. */
async function lastReply(reply: ReturnType<Front>): Promise<Response | undefined> {
  const response = await reply
  response?.headers.set('connection', 'close')
  return response
}

/**
 * Listens at once, because the port must be known before the routes exist. Health checks are answered
 * immediately; other early requests wait for `front`, since with REUSE_PORT they are real traffic.
 */
export function listen(config: Config, stream: Stream, health: Health, front: Promise<Front>) {
  let ready: Front | null = null
  void front.then((answer) => {
    ready = answer
  })
  return Bun.serve<StreamSocket>({
    hostname: config.host,
    port: config.port,
    // Never by default: two servers started by mistake would silently split the requests.
    reusePort: config.reusePort,
    idleTimeout: 30,
    maxRequestBodySize: 4 * BODY_MAX,
    fetch: (request, server) => {
      if (ready) {
        const reply = ready(request, server)
        return health.isStopping() ? lastReply(reply) : reply
      }
      const path = URL.parse(request.url)?.pathname
      if (path === '/livez') return health.live()
      if (path === '/readyz') return health.ready()
      return front.then((answer) => answer(request, server))
    },
    websocket: stream.websocket,
    error: () => new Response(null, { status: 500 }),
  })
}

/**
 * Serves /metrics, /livez and /readyz of this instance on METRICS_PORT, so that Prometheus and health
 * checks reach each of several instances that share one port. Stays up until the requests are done.
 */
export function listenForMetrics(
  hostname: string,
  port: number,
  health: Health,
  metricsPage: MetricsPage,
): Server<undefined> {
  return Bun.serve({
    hostname,
    port,
    async fetch(request, server) {
      const { pathname } = new URL(request.url)
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return new ApiError('METHOD_NOT_ALLOWED', { headers: { allow: 'GET, HEAD' } }).response()
      }
      if (pathname === '/livez') return health.live()
      if (pathname === '/readyz') return health.ready()
      if (pathname !== '/metrics') return new ApiError('NOT_FOUND').response()
      return metricsPage(request, server.requestIP(request)?.address ?? '').catch(
        (error: unknown) =>
          (error instanceof ApiError ? error : new ApiError('INTERNAL')).response(),
      )
    },
    error: () => new Response(null, { status: 500 }),
  })
}

/** Names the port and its setting when a listener failed because the port is taken. */
export function listenError(error: unknown, host: string, port: number, setting: string): unknown {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (!isTaken) return error
  return new Error(
    `Port ${port} of ${host} is in use. Stop what uses it, or set ${setting} to another.`,
  )
}

/** Waits until no request is under way, at most DRAIN_MS. */
export async function drain(server: Server<StreamSocket>, clock: Clock): Promise<void> {
  const late = new Promise<void>((resolve) => {
    clock.after(DRAIN_MS, resolve)
  })
  await Promise.race([server.stop(), late])
  await server.stop(true)
}
