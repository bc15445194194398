import { Elysia } from 'elysia'
import type { Limited } from '#api/infrastructure/http/limits.ts'
import { requestContext } from '#api/infrastructure/http/request-context.ts'
import { createRouteBodies } from '#api/infrastructure/http/route-bodies.ts'
import { restrictNumbersToDigits } from '#api/infrastructure/http/validation.ts'
import type { Metrics } from '#api/infrastructure/metrics.ts'
import { identityRoutes } from '#api/modules/account/identity-routes.ts'
import { reauthenticationRoutes } from '#api/modules/account/reauthentication-routes.ts'
import { accountRoutes } from '#api/modules/account/routes.ts'
import { adminRoutes } from '#api/modules/admin/routes.ts'
import { alertsRoutes } from '#api/modules/alerts/routes.ts'
import { createGuard } from '#api/modules/auth/guard.ts'
import type { IdTokenVerifier } from '#api/modules/auth/id-token.ts'
import { FORM_PATHS, oidcRoutes } from '#api/modules/auth/oidc/routes.ts'
import type { OidcService } from '#api/modules/auth/oidc/service.ts'
import { authRoutes } from '#api/modules/auth/routes.ts'
import { createAuthService } from '#api/modules/auth/service.ts'
import { blocksRoutes } from '#api/modules/blocks/routes.ts'
import { candlesRoutes } from '#api/modules/candles/routes.ts'
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
import { receiptsRoutes } from '#api/modules/receipts/routes.ts'
import type { Replies } from '#api/modules/reply-topics.ts'
import { roundsRoutes } from '#api/modules/rounds/routes.ts'
import { searchRoutes } from '#api/modules/search/routes.ts'
import { siteRoutes } from '#api/modules/site/routes.ts'
import { statusRoutes } from '#api/modules/status/routes.ts'
import { summaryRoutes } from '#api/modules/summary/routes.ts'
import { threadsRoutes } from '#api/modules/threads/routes.ts'
import { usersRoutes } from '#api/modules/users/routes.ts'
import { votesRoutes } from '#api/modules/votes/routes.ts'
import type { AuthConfig } from '#shared/contract/auth.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import type { Infrastructure } from './infrastructure.ts'
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
    .use(threadsRoutes({ ...services.threads, guard }))
    .use(searchRoutes({ service: services.search, guard }))
    .use(notificationsRoutes({ service: services.notifications.service, guard }))
    .use(alertsRoutes({ service: services.alerts.service, guard }))
    .use(blocksRoutes({ service: services.blocks, guard }))
    .use(moderationRoutes({ ...services.moderation, guard }))
    .use(adminRoutes({ overview: services.overview.service, guard }))
    .use(siteRoutes(config.site, replies))
    .use(statusRoutes(services.statusMonitor, replies))
    .use(eventsRoutes(metrics, guard))
    .use(errorReportsRoutes({ service: errorReports, isOn: config.site.clientErrors, guard }))
  bodies.register(api.routes)
  return api
}

/** The API's type, for the typed client. */
export type App = ReturnType<typeof createApi>
