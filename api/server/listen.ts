import type { Server } from 'bun'
import type { Front } from '#api/front.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Config } from '#api/infrastructure/config.ts'
import type { Health } from '#api/infrastructure/health.ts'
import { BODY_MAX } from '#api/infrastructure/http/json-body.ts'
import type { Stream, StreamSocket } from '#api/live/stream.ts'

/** Requests that are under way when the server stops get this long. */
const DRAIN_MS = 8_000

/** The last reply on its connection: the next request makes another, and finds who is there then. */
async function lastReply(reply: ReturnType<Front>): Promise<Response | undefined> {
  const response = await reply
  response?.headers.set('connection', 'close')
  return response
}

/** Listens at once, so that health is answered and the port is known; routes follow when ready. */
export function listen(config: Config, stream: Stream, health: Health, front: () => Front | null) {
  return Bun.serve<StreamSocket>({
    hostname: config.host,
    port: config.port,
    // Several processes share one port only where a supervisor started them to.
    reusePort: config.child !== null,
    idleTimeout: 30,
    maxRequestBodySize: 4 * BODY_MAX,
    fetch: (request, server) => {
      const ready = front()
      if (ready) {
        const reply = ready(request, server)
        return health.isStopping() ? lastReply(reply) : reply
      }
      const isLive = new URL(request.url).pathname === '/livez'
      return isLive ? health.live() : health.ready()
    },
    websocket: stream.websocket,
    error: () => new Response(null, { status: 500 }),
  })
}

/** What a start that could not listen is told as. */
export function notListening(error: unknown, { host, port }: Config): unknown {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (!isTaken) return error
  return new Error(`Port ${port} of ${host} is in use. Stop what uses it, or set PORT to another.`)
}

/** Waits until no request is under way, at most DRAIN_MS. */
export async function drain(server: Server<StreamSocket>, clock: Clock): Promise<void> {
  const late = new Promise<void>((resolve) => {
    clock.after(DRAIN_MS, resolve)
  })
  await Promise.race([server.stop(), late])
  await server.stop(true)
}
