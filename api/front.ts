import type { Server } from 'bun'
import { API_PREFIX } from '#shared/contract/common.ts'
import { STREAM_PATH } from '#shared/contract/stream.ts'
import type { App } from './app.ts'
import type { Clock } from './infrastructure/clock.ts'
import { ApiError } from './infrastructure/errors.ts'
import type { Health } from './infrastructure/health.ts'
import { createAllowedMethods } from './infrastructure/http/allowed-methods.ts'
import { addressGroup, clientAddress, isTrustedPeer } from './infrastructure/http/client-address.ts'
import type { CrossOrigin } from './infrastructure/http/cross-origin.ts'
import { createHotReplies } from './infrastructure/http/hot-replies.ts'
import type { MetricsPage } from './infrastructure/http/metrics-page.ts'
import { factsOf, noteRequest } from './infrastructure/http/request-facts.ts'
import { countWrite } from './infrastructure/http/write-outcome.ts'
import type { Log } from './infrastructure/log.ts'
import type { Metrics } from './infrastructure/metrics.ts'
import type { Tracing } from './infrastructure/tracing/tracing.ts'
import type { Web } from './infrastructure/web/web.ts'
import type { Stream, StreamSocket } from './live/stream.ts'

export interface FrontParts {
  app: App
  stream: Stream
  health: Health
  metrics: Metrics
  metricsPage: MetricsPage
  /** Answers what is not the API: the web build. */
  web: Web
  openapi: string
  trustedProxies: readonly string[]
  /** Headers of every reply. */
  headers: Record<string, string>
  crossOrigin: CrossOrigin
  clock: Clock
  log: Log
  /** Null while nothing is traced. */
  tracing: Tracing | null
}

/** Answers one request; undefined once it has become a WebSocket. */
export type Front = (
  request: Request,
  server: Server<StreamSocket>,
) => Response | Promise<Response | undefined>

/** Paths of the operator, each a label of its own in the metrics. */
const OPERATOR_PATHS = new Set(['/livez', '/readyz', '/metrics', '/openapi/json'])
const REQUEST_ID = /^[\w.-]{8,64}$/

/** What every request passes before and after the routes. */
export function createFront(parts: FrontParts): Front {
  const { app, stream, health, metrics, web, openapi, trustedProxies, headers, log, metricsPage } =
    parts
  const { tracing } = parts
  const allowedMethods = createAllowedMethods(app.routes)
  const { crossOrigin } = parts
  const hot = createHotReplies({
    headers: { ...headers, ...crossOrigin.headers },
    allows: crossOrigin.allows,
    metrics,
    log,
  })

  const outsideTheContract = (
    path: string,
    request: Request,
    address: string,
  ): Response | Promise<Response> | null => {
    if (OPERATOR_PATHS.has(path) && request.method !== 'GET') {
      throw new ApiError('METHOD_NOT_ALLOWED', { headers: { allow: 'GET, HEAD' } })
    }
    if (path === '/livez') return health.live()
    if (path === '/readyz') return health.ready()
    if (path === '/metrics') return metricsPage(request, address)
    if (path === '/openapi/json') {
      return new Response(openapi, { headers: { 'content-type': 'application/json' } })
    }
    return path.startsWith(`${API_PREFIX}/`) ? null : web(path, request)
  }

  /** A wrong method on an address that exists is 405; the router says 404. */
  const orWrongMethod = (request: Request, path: string, response: Response): Response => {
    if (response.status !== 404 || factsOf(request).route !== undefined) return response
    const allowed = allowedMethods(path)
    if (allowed.length === 0 || allowed.includes(request.method)) return response
    return new ApiError('METHOD_NOT_ALLOWED', { headers: { allow: allowed.join(', ') } }).response()
  }

  const answer = async (
    request: Request,
    server: Server<StreamSocket>,
    path: string,
  ): Promise<Response | undefined> => {
    const { address } = factsOf(request)
    if (path === STREAM_PATH) {
      if (request.method !== 'GET') {
        throw new ApiError('METHOD_NOT_ALLOWED', { headers: { allow: 'GET' } })
      }
      return stream.upgrade(request, server, addressGroup(address)) ?? undefined
    }
    const own = outsideTheContract(path, request, address)
    return own ?? orWrongMethod(request, path, await app.fetch(request))
  }

  /** A path that no route knows is not a label: anyone could invent millions. */
  const labelOf = (route: string | undefined, path: string): string => {
    const other = path.startsWith(`${API_PREFIX}/`) ? 'unknown' : 'web'
    return route ?? (OPERATOR_PATHS.has(path) ? path : other)
  }

  const tell = (request: Request, path: string, status: number, since: number) => {
    const { id, route, refusal } = factsOf(request)
    const milliseconds = performance.now() - since
    const label = labelOf(route, path)
    metrics.requests.inc({ route: label, status: String(status) })
    metrics.latency.observe({ route: label }, milliseconds / 1000)
    if (route !== undefined) countWrite(metrics, request.method, route, status, refusal)
    const fields = { requestId: id, method: request.method, route: label, status }
    log.info({ ...fields, ms: Math.round(milliseconds * 100) / 100 }, 'request')
  }

  /** Answers whatever happens, errors included. */
  const answerAnyhow = async (request: Request, server: Server<StreamSocket>, path: string) => {
    try {
      return await answer(request, server, path)
    } catch (error) {
      const facts = factsOf(request)
      const known = error instanceof ApiError ? error : new ApiError('INTERNAL')
      if (known !== error) log.error({ err: error, requestId: facts.id }, 'request failed')
      facts.refusal = known.code
      return known.response()
    }
  }

  const traced = (
    own: Tracing,
    request: Request,
    server: Server<StreamSocket>,
    path: string,
    isFromProxy: boolean,
  ) =>
    own.request(
      request.method,
      isFromProxy ? request.headers.get('traceparent') : null,
      () => answerAnyhow(request, server, path),
      (response) => {
        const { id, route, refusal } = factsOf(request)
        const status = response?.status ?? 101
        return { route: labelOf(route, path), requestId: id, status, refusal }
      },
    )

  const routed = async (incoming: Request, server: Server<StreamSocket>) => {
    const since = performance.now()
    const head = incoming.method === 'HEAD'
    const request = head ? new Request(incoming, { method: 'GET' }) : incoming
    // A Host header that is no host leaves an address that cannot be read.
    const path = URL.parse(request.url)?.pathname
    if (path === undefined) return new ApiError('MALFORMED', { headers }).response()
    const peer = server.requestIP(incoming)?.address ?? ''
    const address = clientAddress(peer, request.headers.get('x-forwarded-for'), trustedProxies)
    const isFromProxy = isTrustedPeer(peer, trustedProxies)
    const wishedId = isFromProxy ? request.headers.get('x-request-id') : null
    const id = wishedId && REQUEST_ID.test(wishedId) ? wishedId : crypto.randomUUID()
    noteRequest(request, { id, address })
    const response = await (tracing
      ? traced(tracing, request, server, path, isFromProxy)
      : answerAnyhow(request, server, path))
    if (!response) return undefined
    for (const name in headers) {
      if (!response.headers.has(name)) response.headers.set(name, headers[name] ?? '')
    }
    response.headers.set('x-request-id', id)
    tell(request, path, response.status, since)
    const { route, again } = factsOf(request)
    if (route !== undefined && again !== undefined) hot.learn(request, route, again)
    // To a HEAD Bun sends the headers alone, with the length that a GET would have.
    return response
  }

  return (request, server) => {
    const kept = hot.answer(request)
    if (kept === null) return routed(request, server)
    // What cannot be found is refused by its route, in the route's words.
    return kept instanceof Promise ? kept.catch(() => routed(request, server)) : kept
  }
}
