import { Elysia } from 'elysia'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Config } from '#api/infrastructure/config.ts'
import type { StatementInterceptor } from '#api/infrastructure/database/statement-interceptor.ts'
import { routeLabel } from '#api/infrastructure/http/access-log.ts'
import { requestContext } from '#api/infrastructure/http/request-context.ts'
import type { Log } from '#api/infrastructure/log.ts'

/** Runs `work` in a span below the current one. */
export type InSpan = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** The InSpan while tracing is off. */
export const noSpan: InSpan = (_name, work) => work()

/** Attributes of a request's span: never a header, body, query or address. */
export interface RequestFigures {
  /** A route pattern or a fixed label for requests without a route. */
  route: string
  requestId: string
  /** Error code of the reply. */
  refusal: string | undefined
}

export interface Tracing {
  inSpan: InSpan
  /** Runs a statement in a span named by its verb and first table. */
  statement: StatementInterceptor
  /**
   * Runs `handle` inside the span of a request. `parent` is the `traceparent` header of a trusted
   * proxy; a malformed one is ignored. Without a call of `describeRequest` there is no span.
   */
  request<T>(method: string, parent: string | null, handle: () => T | Promise<T>): Promise<T>
  /** Sets how the span of the current request is described at its end. */
  describeRequest(read: () => RequestFigures): void
  /** Exported and lost spans. */
  stats(): { sent: number; lost: number }
  /** Flushes pending spans for at most a second. Never rejects. */
  stop(): Promise<void>
}

/** Loads and starts the SDK when an endpoint is configured, else returns null. */
export async function openTracing(
  config: Pick<Config, 'tracing'>,
  clock: Clock,
  log: Log,
): Promise<Tracing | null> {
  if (config.tracing === null) return null
  const { startTracing } = await import('./start-tracing.ts')
  return startTracing(config.tracing, clock, log)
}

const initial = (): { matchedRoute: string } => ({ matchedRoute: 'unknown' })

/** Runs each request that reaches the router as a span; does nothing while `tracing` is null. */
export function traceRequests(tracing: Tracing | null, isFromProxy: (request: Request) => boolean) {
  const plugin = new Elysia({ name: 'trace-requests' }).use(requestContext).decorate(initial())
  if (tracing === null) return plugin
  const parentOf = (request: Request) =>
    isFromProxy(request) ? request.headers.get('traceparent') : null
  return plugin
    .wrap(
      (handle) => (request: Request) =>
        tracing.request(request.method, parentOf(request), () => handle(request)),
    )
    .onRequest((context) => {
      tracing.describeRequest(() => ({
        route: context.matchedRoute,
        requestId: context.requestId,
        refusal: context.errorCode,
      }))
    })
    .onTransform({ as: 'global' }, (context) => {
      context.matchedRoute = routeLabel(context.route, context.path)
    })
}
