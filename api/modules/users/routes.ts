import { Elysia } from 'elysia'
import { type Quota, READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import { prepareReply } from '#api/infrastructure/prepared-reply.ts'
import type { Guard } from '#api/modules/auth/guard.ts'
import type { Replies } from '#api/modules/reply-topics.ts'
import { API_PREFIX, PageQuery } from '#shared/contract/common.ts'
import { ACCESS_REFUSALS, ErrorReply, READ_REFUSALS } from '#shared/contract/errors.ts'
import {
  Rankers,
  RankersQuery,
  SuggestQuery,
  TrackRecord,
  UserParams,
  UserSuggestions,
  UserVotes,
} from '#shared/contract/users.ts'
import { normalizeUniqueCode } from '#shared/rules/unique-code.ts'
import type { RecordService } from './record-service.ts'
import type { RankerStore } from './store.ts'
import type { SuggestionStore } from './suggestion-store.ts'

const RANKERS_DEFAULT = 10

/** One is sent after a pause in typing. */
export const SUGGEST_QUOTA: Quota = { action: 'suggest', user: 60, address: 240 }

interface UsersRoutesDeps {
  rankers: RankerStore
  suggestions: SuggestionStore
  records: RecordService
  replies: Replies
  guard: Guard
}

/** The rankers and public track records over HTTP. */
export function usersRoutes({ rankers, suggestions, records, replies, guard }: UsersRoutesDeps) {
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
    .get('/suggest', ({ user, query }) => suggestions.find(user.id, query.q), {
      signedIn: true,
      limit: SUGGEST_QUOTA,
      query: SuggestQuery,
      response: { 200: UserSuggestions, ...READ_REFUSALS, ...ACCESS_REFUSALS },
    })
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
