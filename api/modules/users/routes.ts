import { Elysia } from 'elysia'
import { type Limited, READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import { requestContext } from '#api/infrastructure/http/request-context.ts'
import { responder } from '#api/infrastructure/prepared-reply.ts'
import type { ResponseCache } from '#api/infrastructure/response-cache.ts'
import { PageQuery } from '#shared/contract/common.ts'
import { ErrorReply, READ_REFUSALS } from '#shared/contract/errors.ts'
import {
  Rankers,
  RankersQuery,
  TrackRecord,
  UserParams,
  UserVotes,
} from '#shared/contract/users.ts'
import type { RecordService } from './record-service.ts'
import type { RankingService } from './service.ts'

const RANKERS_DEFAULT = 10

interface UsersRoutesDeps {
  rankers: RankingService
  records: RecordService
  cache: ResponseCache
  limited: Limited
}

/** The rankers and public track records over HTTP. */
export function usersRoutes({ rankers, records, cache, limited }: UsersRoutesDeps) {
  return new Elysia({ name: 'users', prefix: '/users', tags: ['users'] })
    .use(requestContext)
    .get(
      '/rankers',
      ({ query, request, route }) =>
        cache.send({ request, route }, () => rankers.top(query.limit ?? RANKERS_DEFAULT)),
      { query: RankersQuery, response: { 200: Rankers, ...READ_REFUSALS } },
    )
    .get(
      '/:code',
      async (context) => {
        await limited(READ_QUOTA, context)
        return responder(await records.get(context.params.code))(context.request)
      },
      { params: UserParams, response: { 200: TrackRecord, 404: ErrorReply, ...READ_REFUSALS } },
    )
    .get(
      '/:code/votes',
      async (context) => {
        await limited(READ_QUOTA, context)
        return records.votes(context.params.code, context.query.page ?? 1)
      },
      {
        params: UserParams,
        query: PageQuery,
        response: { 200: UserVotes, 404: ErrorReply, ...READ_REFUSALS },
      },
    )
}
