import { Elysia } from 'elysia'
import { createCachedReplies } from '#api/infrastructure/cached-replies.ts'
import type { Health } from '#api/infrastructure/health.ts'
import { errorReplies } from '#api/infrastructure/http/error-replies.ts'
import { operatorRoutes } from '#api/infrastructure/http/operator-routes.ts'
import {
  apiHeaders,
  type CrossOrigin,
  crossOriginReplies,
  securityHeaders,
} from '#api/infrastructure/http/reply-headers.ts'
import { accessLog, trackRequests } from '#api/infrastructure/http/track-requests.ts'
import { createReplyCache } from '#api/infrastructure/reply-cache.ts'
import { PRICE_HEADERS } from '#api/modules/candles/routes.ts'
import { FIELD_ERRORS, isAccountDeleted } from '#api/modules/client-errors.ts'
import { sanitize } from '#api/modules/content/sanitize.ts'
import { logRoutes } from '#api/modules/receipts/log/routes.ts'
import { receiptKeysRoute } from '#api/modules/receipts/routes.ts'
import { connectReplies, type Replies, type Topic } from '#api/modules/reply-topics.ts'
import { streamRoutes } from '#api/modules/stream/routes.ts'
import type { Stream } from '#api/modules/stream/stream.ts'
import type { CardRenderer } from '#api/web/cards/renderer.ts'
import { createCards } from '#api/web/cards/service.ts'
import { createFeeds } from '#api/web/feeds/service.ts'
import type { FetchApi } from '#api/web/guest-reader.ts'
import { pageLocale } from '#api/web/page-locale.ts'
import type { PageRendering } from '#api/web/page-thread.ts'
import { createPages, pageKey } from '#api/web/pages.ts'
import { webRoutes } from '#api/web/routes.ts'
import { filledSlots, type Web } from '#api/web/web.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import { type ApiDeps, type App, createApi } from './api.ts'
import { openapiDocument, openapiRoute } from './openapi/document.ts'

export interface AppDeps extends Omit<ApiDeps, 'replies'> {
  crossOrigin: CrossOrigin
  health: Health
  stream: Stream
  web: Web
  /** Null when pages are rendered by the browser only. */
  pageRendering: PageRendering | null
  cardRenderer: CardRenderer
}

const API_PATHS = `${API_PREFIX}/`

/** Key of the reply to a request: its address, and for pages the language. */
function replyKey(request: Request): string {
  const { url } = request
  const address = url.slice(url.indexOf('/', 'https://'.length))
  return address.startsWith(API_PATHS) ? address : pageKey(address, pageLocale(request))
}

/** Origin of requests in this process. Elysia's router would misread the path of an https URL. */
const IN_PROCESS = 'http://in-process'

const errors = { fieldErrors: FIELD_ERRORS, isAccountDeleted }

/** Sends requests to the API without a way over the network and as a guest. */
function createGuestApi({ infrastructure }: AppDeps, api: App): FetchApi {
  const guest = new Elysia({ normalize: false, handler: { standardHostname: false } })
    .use(errorReplies({ ...errors, log: infrastructure.log, routes: api.routes }))
    .use(api)
  return async (path) => guest.handle(new Request(IN_PROCESS + path))
}

/** Pages for guests, rendered from replies of the API. */
function createGuestPages(
  { infrastructure, metrics, web, pageRendering }: AppDeps,
  fetchApi: FetchApi,
) {
  const { config, log, clock } = infrastructure
  if (!pageRendering || web.templateOf('/') === null) return null
  return createPages({
    rendering: pageRendering,
    clock,
    log,
    metrics,
    publicUrl: config.publicUrl,
    adSlots: filledSlots(config.site),
    fetchApi,
    plainPageOf: (path) => web.plainPageOf(path) ?? '',
    templateOf: (path) => web.templateOf(path) ?? '',
  })
}

/** Picture cards of links and feeds, from replies of the API. */
function createGuestFiles(
  { infrastructure, cardRenderer }: AppDeps,
  replies: Replies,
  fetchApi: FetchApi,
) {
  const { config, clock } = infrastructure
  const { origin } = new URL(config.publicUrl)
  return [
    createCards({ renderer: cardRenderer, replies, clock, origin, fetchApi }),
    createFeeds({ clock, origin, fetchApi, sanitize: (html) => sanitize(html).content }),
  ]
}

/** Composes the server: global hooks, then the routes. It never listens. */
export function createApp(deps: AppDeps) {
  const { infrastructure, metrics, crossOrigin, health, stream, web, limited } = deps
  const { config, log, tracing, clock, bus } = infrastructure
  const { publicUrl, trustedProxies, metricsPort } = config
  const publicRegistry = metricsPort === null ? metrics.registry : null
  const headers = apiHeaders(publicUrl, PRICE_HEADERS)
  const cache = createReplyCache<Topic>({ clock })
  connectReplies(bus, cache)
  const replies = createCachedReplies({
    cache,
    headers,
    crossOrigin,
    metrics,
    log,
    keyOf: replyKey,
  })
  const api = createApi({ ...deps, replies })
  const fetchApi = createGuestApi(deps, api)
  const pages = createGuestPages(deps, fetchApi)
  const files = createGuestFiles(deps, replies, fetchApi)

  const routes = new Elysia({ normalize: false })
    .use(operatorRoutes({ health, registry: publicRegistry, config }))
    .use(openapiRoute(openapiDocument(api), limited))
    .use(receiptKeysRoute(deps.services.receipts))
    .use(logRoutes({ service: deps.services.log, limited }))
    .use(streamRoutes(stream))
    .use(webRoutes({ web, pages, files, replies, limited, headers: securityHeaders(publicUrl) }))
    .use(api)

  // With standardHostname the router misreads URLs whose host has fewer than four characters.
  const app = new Elysia({ normalize: false, handler: { standardHostname: false } })
  return app
    .use(replies.plugin)
    .use(crossOriginReplies(crossOrigin, routes.routes, PRICE_HEADERS))
    .use(trackRequests({ trustedProxies, headers: securityHeaders(publicUrl), tracing, log }))
    .use(accessLog({ log, metrics, tracing }))
    .use(errorReplies({ ...errors, log, routes: routes.routes }))
    .use(routes)
}
