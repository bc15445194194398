import { Elysia } from 'elysia'
import type { ResponseCache } from '#api/infrastructure/response-cache.ts'
import { READ_REFUSALS } from '#shared/contract/errors.ts'
import { Rankers, RankersQuery } from '#shared/contract/users.ts'
import type { RankingService } from './service.ts'

const RANKERS_DEFAULT = 10

/** The ranking over HTTP. */
export function usersRoutes(service: RankingService, cache: ResponseCache) {
  return new Elysia({ name: 'users', prefix: '/users', tags: ['users'] }).get(
    '/rankers',
    ({ query, request, route }) =>
      cache.send({ request, route }, () => service.top(query.limit ?? RANKERS_DEFAULT)),
    { query: RankersQuery, response: { 200: Rankers, ...READ_REFUSALS } },
  )
}
