import { Elysia } from 'elysia'
import { createCachedReplies } from '#api/infrastructure/cached-replies.ts'
import type { Health } from '#api/infrastructure/health.ts'
import { errorReplies } from '#api/infrastructure/http/error-replies.ts'
import type { Limited } from '#api/infrastructure/http/limits.ts'
import { operatorRoutes } from '#api/infrastructure/http/operator-routes.ts'
import {
  apiHeaders,
  type CrossOrigin,
  crossOriginReplies,
  securityHeaders,
} from '#api/infrastructure/http/reply-headers.ts'
import { requestContext } from '#api/infrastructure/http/request-context.ts'
import { createRouteBodies } from '#api/infrastructure/http/route-bodies.ts'
import { accessLog, trackRequests } from '#api/infrastructure/http/track-requests.ts'
import { restrictNumbersToDigits } from '#api/infrastructure/http/validation.ts'
import type { Metrics } from '#api/infrastructure/metrics.ts'
import { createReplyCache } from '#api/infrastructure/reply-cache.ts'
import { identityRoutes } from '#api/modules/account/identity-routes.ts'
import { reauthenticationRoutes } from '#api/modules/account/reauthentication-routes.ts'
import { accountRoutes } from '#api/modules/account/routes.ts'
import { alertsRoutes } from '#api/modules/alerts/routes.ts'
import { createGuard } from '#api/modules/auth/guard.ts'
import type { IdTokenVerifier } from '#api/modules/auth/id-token.ts'
import { FORM_PATHS, oidcRoutes } from '#api/modules/auth/oidc/routes.ts'
import type { OidcService } from '#api/modules/auth/oidc/service.ts'
import { authRoutes } from '#api/modules/auth/routes.ts'
import { createAuthService } from '#api/modules/auth/service.ts'
import { candlesRoutes, PRICE_HEADERS } from '#api/modules/candles/routes.ts'
import { FIELD_ERRORS, isAccountDeleted } from '#api/modules/client-errors.ts'
import { sanitize } from '#api/modules/content/sanitize.ts'
import { errorReportsRoutes } from '#api/modules/error-reports/routes.ts'
import { createErrorReportsService } from '#api/modules/error-reports/service.ts'
import { createTracker } from '#api/modules/error-reports/tracker.ts'
import { eventsRoutes } from '#api/modules/events/routes.ts'
import { moderationRoutes } from '#api/modules/moderation/routes.ts'
import { notificationsRoutes } from '#api/modules/notifications/routes.ts'
import { offersRoutes } from '#api/modules/offers/routes.ts'
import { postsRoutes } from '#api/modules/posts/routes.ts'
import { type DrawWeek, profileRoutes } from '#api/modules/profile/routes.ts'
import { rankingRoutes } from '#api/modules/ranking/routes.ts'
import { logRoutes } from '#api/modules/receipts/log/routes.ts'
import { receiptKeysRoute, receiptsRoutes } from '#api/modules/receipts/routes.ts'
import { connectReplies, type Replies, type Topic } from '#api/modules/reply-topics.ts'
import { roundsRoutes } from '#api/modules/rounds/routes.ts'
import { searchRoutes } from '#api/modules/search/routes.ts'
import { siteRoutes } from '#api/modules/site/routes.ts'
import { streamRoutes } from '#api/modules/stream/routes.ts'
import type { Stream } from '#api/modules/stream/stream.ts'
import { summaryRoutes } from '#api/modules/summary/routes.ts'
import { usersRoutes } from '#api/modules/users/routes.ts'
import { votesRoutes } from '#api/modules/votes/routes.ts'
import type { CardRenderer } from '#api/web/cards/renderer.ts'
import { createCards } from '#api/web/cards/service.ts'
import { createFeeds } from '#api/web/feeds/service.ts'
import type { FetchApi } from '#api/web/guest-reader.ts'
import { pageLocale } from '#api/web/page-locale.ts'
import type { PageRendering } from '#api/web/page-thread.ts'
import { createPages, pageKey } from '#api/web/pages.ts'
import { webRoutes } from '#api/web/routes.ts'
import { filledSlots, type Web } from '#api/web/web.ts'
import type { AuthConfig } from '#shared/contract/auth.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import type { Infrastructure } from './infrastructure.ts'
import { openapiDocument, openapiRoute } from './openapi/document.ts'
import type { Services } from './services.ts'

export interface ApiDeps {
  infrastructure: Infrastructure
  services: Services
  replies: Replies
  limited: Limited
  metrics: Metrics
  oidc: OidcService
  verifier: IdTokenVerifier
  authConfig: AuthConfig
  drawWeek: DrawWeek
}

/** Composes the resources below /api/v1. */
export function createApi(deps: ApiDeps) {
  const { infrastructure, services, replies, limited, metrics, oidc, verifier, authConfig } = deps
  const { config, market, clock, log } = infrastructure
  const { guardDeps, accounts, accountStore, sessions, spentTokens } = services
  const { identities, recentSignIn } = services
  const guard = createGuard(guardDeps, accountStore, limited)
  const { banMessage } = accountStore
  const auth = createAuthService({ verifier, accounts, sessions, spentTokens, banMessage })

  const address = config.errorTracker
  const tracker = address && createTracker({ address, clock, log })
  const errorReports = createErrorReportsService({ metrics, log, clock, tracker })

  const { requireUser } = guard.decorator
  const bodies = createRouteBodies({
    limited,
    requireUser,
    forms: FORM_PATHS.map((path) => API_PREFIX + path),
  })

  restrictNumbersToDigits()
  const api = new Elysia({ prefix: API_PREFIX, normalize: false })
    .use(requestContext)
    .onParse((context) => bodies.read(context))
    .use(
      authRoutes({
        service: auth,
        config: authConfig,
        guardDeps,
        limited,
      }),
    )
    .use(accountRoutes({ service: services.account, recentSignIn, guard }))
    .use(identityRoutes({ service: identities, oidc, auth, recentSignIn, guard }))
    .use(reauthenticationRoutes({ identities, oidc, auth, recentSignIn, guard }))
    .use(oidcRoutes({ service: oidc, auth, guard, limited }))
    .use(profileRoutes({ service: services.profile, guard, limited, drawWeek: deps.drawWeek }))
    .use(usersRoutes({ ...services.people, replies, guard }))
    .use(rankingRoutes({ ...services.ranking, replies, guard }))
    .use(candlesRoutes(market, replies, limited))
    .use(summaryRoutes(services.summary, replies))
    .use(roundsRoutes({ ...services.rounds, replies, guard, limited, clock }))
    .use(offersRoutes(services.offers, replies))
    .use(
      votesRoutes({ service: services.votes, lists: services.voteLists, replies, guard, limited }),
    )
    .use(receiptsRoutes({ service: services.receipts, guard }))
    .use(
      postsRoutes({ service: services.posts, lists: services.postLists, replies, guard, limited }),
    )
    .use(searchRoutes({ service: services.search, guard }))
    .use(notificationsRoutes({ service: services.notifications.service, guard }))
    .use(alertsRoutes({ service: services.alerts.service, guard }))
    .use(moderationRoutes({ ...services.moderation, guard }))
    .use(siteRoutes(config.site, replies))
    .use(eventsRoutes(metrics, guard))
    .use(errorReportsRoutes({ service: errorReports, isOn: config.site.clientErrors, guard }))
  bodies.register(api.routes)
  return api
}

/** The API's type, for the typed client. */
export type App = ReturnType<typeof createApi>

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
  const { publicUrl, trustedProxies } = config
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
    .use(operatorRoutes({ health, registry: metrics.registry, config }))
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
