import { Elysia } from 'elysia'
import { ApiError } from '#api/infrastructure/errors.ts'
import { type Limited, READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import { requestContext } from '#api/infrastructure/http/request-context.ts'
import { responder } from '#api/infrastructure/prepared-reply.ts'
import type { ResponseCache } from '#api/infrastructure/response-cache.ts'
import type { Guard } from '#api/modules/auth/guard.ts'
import { PageQuery } from '#shared/contract/common.ts'
import { ErrorReply, READ_REFUSALS } from '#shared/contract/errors.ts'
import {
  OwnRounds,
  OwnRoundsQuery,
  RoundDetail,
  RoundList,
  RoundParams,
} from '#shared/contract/rounds.ts'
import type { RoundListCache } from './list-cache.ts'
import type { RoundPages } from './round-pages.ts'
import type { RoundsService } from './service.ts'

interface RoundsRoutesDeps {
  service: Pick<RoundsService, 'own'>
  pages: RoundPages
  lists: RoundListCache
  cache: ResponseCache
  guard: Guard
  limited: Limited
}

/** Rounds over HTTP. */
export function roundsRoutes({ service, pages, lists, cache, guard, limited }: RoundsRoutesDeps) {
  return new Elysia({ name: 'rounds', tags: ['votes'] })
    .use(requestContext)
    .use(guard)
    .get(
      '/rounds',
      async (context) => {
        const { query, request, route } = context
        const { page = 1 } = query
        if (page === 1) return cache.send({ request, route }, lists.first)
        await limited(READ_QUOTA, context)
        return responder(await lists.list(page))(request)
      },
      { query: PageQuery, response: { 200: RoundList, ...READ_REFUSALS } },
    )
    .get(
      '/rounds/own',
      async (context) => {
        await limited(READ_QUOTA, context)
        const targets = context.query.targets.split(',').map((target) => Date.parse(target))
        if (targets.some(Number.isNaN)) throw new ApiError('INVALID')
        return service.own(context.user.id, targets)
      },
      {
        signedIn: true,
        query: OwnRoundsQuery,
        response: { 200: OwnRounds, 401: ErrorReply, ...READ_REFUSALS },
      },
    )
    .get(
      '/rounds/:targetDate',
      async (context) => {
        await limited(READ_QUOTA, context)
        const { params, request, route } = context
        const targetDate = Date.parse(params.targetDate)
        return cache.send({ request, route }, () => pages.get(targetDate))
      },
      {
        params: RoundParams,
        response: { 200: RoundDetail, 404: ErrorReply, ...READ_REFUSALS },
      },
    )
}
