import { Elysia } from 'elysia'
import type { Log } from '#api/infrastructure/log.ts'
import type { Metrics } from '#api/infrastructure/metrics.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import { requestContext } from './request-context.ts'

const WRITE_METHODS = new Set(['POST', 'PUT'])

/** The label of a request in metrics and log: paths that match no route would be unbounded. */
export function routeLabel(route: string | undefined, path: string): string {
  if (route !== undefined && !route.endsWith('*')) return route
  return path.startsWith(`${API_PREFIX}/`) ? 'unknown' : 'web'
}

/** Logs and counts every request once its reply is made. Cached replies are counted by the cache. */
export function accessLog({ log, metrics }: { log: Log; metrics: Metrics }) {
  return new Elysia({ name: 'access-log' })
    .use(requestContext)
    .onAfterResponse(
      { as: 'global' },
      ({ request, route, path, set, responseValue, errorCode, requestId, startedAt }) => {
        // Only an upgrade to a WebSocket returns nothing.
        if (responseValue === undefined && errorCode === undefined) return
        const { method } = request
        const milliseconds = performance.now() - startedAt
        const label = routeLabel(route, path)
        const replied =
          errorCode === undefined && responseValue instanceof Response
            ? responseValue.status
            : Number(set.status)
        metrics.requests.inc({ route: label, status: String(replied) })
        metrics.latency.observe({ route: label }, milliseconds / 1000)
        if (WRITE_METHODS.has(method) && label === route) {
          const outcome = replied < 400 ? 'done' : replied < 500 ? 'refused' : 'failed'
          metrics.writes.inc({ write: `${method} ${route}`, outcome, code: errorCode ?? '' })
        }
        log.info(
          {
            requestId,
            method,
            route: label,
            status: replied,
            ms: Math.round(milliseconds * 100) / 100,
          },
          'request',
        )
      },
    )
}
