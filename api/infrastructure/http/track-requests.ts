import { Elysia } from 'elysia'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { Metrics } from '#api/infrastructure/metrics.ts'
import type { Tracing } from '#api/infrastructure/tracing/tracing.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import { createClientFinder } from './client-address.ts'
import { requestContext } from './request-context.ts'

const REQUEST_ID = /^[\w.-]{8,64}$/
const WRITE_METHODS = new Set(['POST', 'PUT'])
const API_PATHS = `${API_PREFIX}/`
const AFTER_SCHEME = 'http://'.length

interface TrackRequestsDeps {
  trustedProxies: readonly string[]
  /** Headers of every reply; those of the API have the CORS headers as well. */
  headers?: Record<string, string>
  tracing?: Tracing | null
  log?: Pick<Log, 'warn'>
}

/**
 * Sets the request context and the first reply headers before routing, and starts the span.
 * @throws ApiError MALFORMED when the Host header yields no valid URL
 */
export function trackRequests({ trustedProxies, headers, tracing, log }: TrackRequestsDeps) {
  let hasWarned = false
  const findClient = createClientFinder(trustedProxies)
  return new Elysia({ name: 'track-requests' })
    .use(requestContext)
    .onRequest(function startRequest(context) {
      const { request, set } = context
      const peer = context.server?.requestIP(request)?.address ?? ''
      const forwardedFor = request.headers.get('x-forwarded-for')
      const client = findClient(peer, forwardedFor)
      if (forwardedFor !== null && !client.isProxied && !hasWarned) {
        hasWarned = true
        log?.warn(
          'ignored X-Forwarded-For of a peer that is not in TRUSTED_PROXIES; this is logged once',
        )
      }
      const proxyId = client.isProxied ? request.headers.get('x-request-id') : null
      context.startedAt = performance.now()
      context.clientAddress = client.address
      context.requestId = proxyId && REQUEST_ID.test(proxyId) ? proxyId : crypto.randomUUID()
      const isApi = request.url.startsWith(API_PATHS, request.url.indexOf('/', AFTER_SCHEME))
      if (!isApi) set.headers = {}
      Object.assign(set.headers, headers)
      // Prepared replies, the same for everybody, replace it.
      if (isApi) set.headers['cache-control'] = 'no-store'
      set.headers['x-request-id'] = context.requestId
      tracing?.startRequest(request, client.isProxied ? request.headers.get('traceparent') : null)
      if (!URL.canParse(request.url)) throw new ApiError('MALFORMED')
    })
}

interface AccessLogDeps {
  log: Log
  metrics: Metrics
  tracing: Tracing | null
}

/** Logs and counts every request once its reply is made. Cached replies are counted by the cache. */
export function accessLog({ log, metrics, tracing }: AccessLogDeps) {
  return new Elysia({ name: 'access-log' })
    .use(requestContext)
    .onAfterResponse({ as: 'global' }, function endRequest(context) {
      const { request, route, path, set, responseValue, errorCode, requestId } = context
      const { method } = request
      // Paths that match no route would be unbounded label values.
      const hasRoute = route !== undefined && !route.endsWith('*')
      const label = hasRoute ? route : path.startsWith(API_PATHS) ? 'unknown' : 'web'
      const isFailed = errorCode !== undefined
      // Only an upgrade to a WebSocket returns nothing.
      const isUpgrade = responseValue === undefined && !isFailed
      const sent = responseValue instanceof Response ? responseValue.status : Number(set.status)
      const status = isUpgrade ? 101 : isFailed ? Number(set.status) : sent
      tracing?.endRequest(request, { route: label, status, requestId, errorCode })
      if (isUpgrade) return
      const milliseconds = performance.now() - context.startedAt
      metrics.requests.inc({ route: label, status: String(status) })
      metrics.latency.observe({ route: label }, milliseconds / 1000)
      if (hasRoute && WRITE_METHODS.has(method)) {
        const outcome = status < 400 ? 'done' : status < 500 ? 'refused' : 'failed'
        metrics.writes.inc({ write: `${method} ${route}`, outcome, code: errorCode ?? '' })
      }
      const ms = Math.round(milliseconds * 100) / 100
      log.info({ requestId, method, route: label, status, ms }, 'request')
    })
}
