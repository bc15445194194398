import { Elysia } from 'elysia'
import type { AuthConfig } from '#shared/contract/auth.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import { createGuard } from './auth/guard.ts'
import type { IdTokenVerifier } from './auth/id-token.ts'
import { type CrossOrigin, crossOriginPlugin } from './infrastructure/http/cross-origin.ts'
import { errorHandler } from './infrastructure/http/error-handler.ts'
import { readJsonBody } from './infrastructure/http/json-body.ts'
import { createLimited } from './infrastructure/http/limited.ts'
import type { Limits } from './infrastructure/http/limits.ts'
import { takePlainNumbersOnly } from './infrastructure/http/plain-numbers.ts'
import { factsOf } from './infrastructure/http/request-facts.ts'
import type { Metrics } from './infrastructure/metrics.ts'
import { authRoutes } from './modules/auth/routes.ts'
import { createAuthService } from './modules/auth/service.ts'
import { candlesRoutes, createCandleReplies } from './modules/candles/routes.ts'
import { eventsRoutes } from './modules/events/routes.ts'
import { postsRoutes } from './modules/posts/routes.ts'
import { profileRoutes } from './modules/profile/routes.ts'
import { roundsRoutes } from './modules/rounds/routes.ts'
import { siteRoutes } from './modules/site/routes.ts'
import { summaryRoutes } from './modules/summary/routes.ts'
import { usersRoutes } from './modules/users/routes.ts'
import { votesRoutes } from './modules/votes/routes.ts'
import type { Infrastructure } from './server/infrastructure.ts'
import type { Services } from './services.ts'

export interface AppParts {
  infrastructure: Infrastructure
  services: Services
  limits: Limits
  metrics: Metrics
  verifier: IdTokenVerifier
  authConfig: AuthConfig
  crossOrigin: CrossOrigin
}

/** Composes the API: what holds for every route, then the modules. It never listens. */
export function createApp(parts: AppParts) {
  const { infrastructure, services, limits, metrics, verifier, authConfig, crossOrigin } = parts
  const { config, market, log } = infrastructure
  const { guardParts, accounts, sessions } = services
  const guard = createGuard(guardParts)
  const limited = createLimited(limits, (action) => metrics.limited.inc({ action }))

  takePlainNumbersOnly()
  // standardHostname off: on, the router takes a Host of under four letters for a part of the path.
  const handler = { standardHostname: false }

  return new Elysia({ prefix: API_PREFIX, normalize: false, handler })
    .use(errorHandler(log))
    .use(crossOriginPlugin(crossOrigin))
    .onParse({ as: 'global' }, ({ request }) => readJsonBody(request))
    .onTransform({ as: 'global' }, ({ request, route }) => {
      factsOf(request).route = route
    })
    .use(
      authRoutes({
        service: createAuthService({ verifier, accounts, sessions }),
        config: authConfig,
        guardParts,
        limited,
      }),
    )
    .use(profileRoutes({ service: services.profile, guard, limited }))
    .use(usersRoutes(services.ranking))
    .use(candlesRoutes(createCandleReplies(market)))
    .use(summaryRoutes(services.summary))
    .use(roundsRoutes({ service: services.rounds, limited }))
    .use(votesRoutes({ service: services.votes, lists: services.voteLists, guard, limited }))
    .use(postsRoutes({ service: services.posts, lists: services.postLists, guard, limited }))
    .use(siteRoutes(config.site))
    .use(eventsRoutes(metrics, limited))
}

/** The API's type: all that the typed client knows of the server. */
export type App = ReturnType<typeof createApp>
