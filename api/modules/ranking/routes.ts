import { Elysia } from 'elysia'
import { type Limited, READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import { requestContext } from '#api/infrastructure/http/request-context.ts'
import { responder } from '#api/infrastructure/prepared-reply.ts'
import type { Guard } from '#api/modules/auth/guard.ts'
import { ErrorReply, READ_REFUSALS } from '#shared/contract/errors.ts'
import { OwnRank, OwnRankQuery, Ranking, RankingQuery } from '#shared/contract/ranking.ts'
import type { RankingPages } from './service.ts'

interface RankingRoutesDeps {
  service: RankingPages
  /** The season when a request names none. */
  currentSeason: () => string
  guard: Guard
  limited: Limited
}

/** Rankings by season, of all time and of the last round, over HTTP. */
export function rankingRoutes({ service, currentSeason, guard, limited }: RankingRoutesDeps) {
  return new Elysia({ name: 'ranking', prefix: '/ranking', tags: ['users'] })
    .use(requestContext)
    .use(guard)
    .get(
      '',
      async (context) => {
        await limited(READ_QUOTA, context)
        const { season = currentSeason(), page = 1 } = context.query
        const reply = page === 1 ? service.first(season) : service.page(season, page)
        return responder(await reply)(context.request)
      },
      { query: RankingQuery, response: { 200: Ranking, 404: ErrorReply, ...READ_REFUSALS } },
    )
    .get(
      '/me',
      async (context) => {
        await limited(READ_QUOTA, context)
        const { season = currentSeason() } = context.query
        return service.ownRank(season, context.user.id)
      },
      {
        signedIn: true,
        query: OwnRankQuery,
        response: { 200: OwnRank, 401: ErrorReply, 404: ErrorReply, ...READ_REFUSALS },
      },
    )
}
