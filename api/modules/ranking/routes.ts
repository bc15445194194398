import { Elysia } from 'elysia'
import { READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import { prepareReply } from '#api/infrastructure/prepared-reply.ts'
import type { Guard } from '#api/modules/auth/guard.ts'
import type { Replies } from '#api/modules/reply-topics.ts'
import { ErrorReply, READ_REFUSALS } from '#shared/contract/errors.ts'
import { OwnRank, OwnRankQuery, Ranking, RankingQuery } from '#shared/contract/ranking.ts'
import type { RankingPages } from './service.ts'

interface RankingRoutesDeps {
  service: RankingPages
  /** The season when a request names none. */
  currentSeason: () => string
  replies: Replies
  guard: Guard
}

/** Rankings by season, of all time and of the last round, over HTTP. */
export function rankingRoutes(deps: RankingRoutesDeps) {
  const { service, currentSeason, replies, guard } = deps
  return new Elysia({ name: 'ranking', prefix: '/ranking', tags: ['users'] })
    .use(guard)
    .get(
      '',
      async (context) => {
        const { season = currentSeason(), page = 1 } = context.query
        return replies.sendApi(context, {
          topics: ['ranks', 'season', 'nickname', 'moderation', 'round'],
          state: currentSeason,
          isOneOfMany: page > 1,
          build: async () => prepareReply(await service.page(season, page)),
        })
      },
      {
        limit: READ_QUOTA,
        query: RankingQuery,
        response: { 200: Ranking, 404: ErrorReply, ...READ_REFUSALS },
      },
    )
    .get(
      '/me',
      (context) => {
        const { season = currentSeason() } = context.query
        return service.ownRank(season, context.user.id)
      },
      {
        signedIn: true,
        limit: READ_QUOTA,
        query: OwnRankQuery,
        response: { 200: OwnRank, 401: ErrorReply, 404: ErrorReply, ...READ_REFUSALS },
      },
    )
}
