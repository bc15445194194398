import { Elysia } from 'elysia'
import { READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import { prepareReply } from '#api/infrastructure/prepared-reply.ts'
import type { Guard } from '#api/modules/auth/guard.ts'
import type { Replies } from '#api/modules/reply-topics.ts'
import { API_PREFIX, PageQuery } from '#shared/contract/common.ts'
import { ErrorReply, READ_REFUSALS } from '#shared/contract/errors.ts'
import {
  Rankers,
  RankersQuery,
  TrackRecord,
  UserParams,
  UserVotes,
} from '#shared/contract/users.ts'
import { normalizeUniqueCode } from '#shared/rules/unique-code.ts'
import type { RecordService } from './record-service.ts'
import type { RankerStore } from './store.ts'

const RANKERS_DEFAULT = 10

interface UsersRoutesDeps {
  rankers: RankerStore
  records: RecordService
  replies: Replies
  guard: Guard
}

/** The rankers and public track records over HTTP. */
export function usersRoutes({ rankers, records, replies, guard }: UsersRoutesDeps) {
  return new Elysia({ name: 'users', prefix: '/users', tags: ['users'] })
    .use(guard)
    .get(
      '/rankers',
      (context) => {
        const { limit = RANKERS_DEFAULT } = context.query
        return replies.sendApi(context, {
          topics: ['round', 'ranks', 'nickname', 'moderation'],
          build: async () => prepareReply(await rankers.top(limit)),
        })
      },
      { query: RankersQuery, response: { 200: Rankers, ...READ_REFUSALS } },
    )
    .get(
      '/:code',
      async (context) => {
        const code = normalizeUniqueCode(context.params.code)
        return replies.sendApi(context, {
          key: `${API_PREFIX}/users/${code}`,
          topics: ['round', 'season', 'ranks', 'nickname', 'moderation'],
          isOneOfMany: true,
          build: async () => prepareReply(await records.get(code)),
        })
      },
      {
        limit: READ_QUOTA,
        params: UserParams,
        response: { 200: TrackRecord, 404: ErrorReply, ...READ_REFUSALS },
      },
    )
    .get('/:code/votes', (context) => records.votes(context.params.code, context.query.page ?? 1), {
      limit: READ_QUOTA,
      params: UserParams,
      query: PageQuery,
      response: { 200: UserVotes, 404: ErrorReply, ...READ_REFUSALS },
    })
}
