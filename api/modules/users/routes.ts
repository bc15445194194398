import { Elysia } from 'elysia'
import { answerKept } from '#api/infrastructure/http/answer-kept.ts'
import { READ_REFUSALS } from '#shared/contract/errors.ts'
import { Rankers, RankersQuery } from '#shared/contract/users.ts'
import type { RankingService } from './service.ts'

const RANKERS_DEFAULT = 10

/** The ranking over HTTP. */
export function usersRoutes(service: RankingService) {
  return new Elysia({ name: 'users', prefix: '/users', tags: ['users'] }).get(
    '/rankers',
    ({ query, request }) => answerKept(request, () => service.top(query.limit ?? RANKERS_DEFAULT)),
    { query: RankersQuery, response: { 200: Rankers, ...READ_REFUSALS } },
  )
}
