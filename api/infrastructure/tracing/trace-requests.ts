import { Elysia } from 'elysia'
import { routeLabel } from '#api/infrastructure/http/access-log.ts'
import { requestContext } from '#api/infrastructure/http/request-context.ts'
import type { Tracing } from './tracing.ts'

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
