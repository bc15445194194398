import * as Type from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { ApiError } from '#api/infrastructure/errors.ts'
import { type Limited, type Quota, READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import { instantOf, seenOf } from '#api/infrastructure/http/validation.ts'
import { prepareReply } from '#api/infrastructure/prepared-reply.ts'
import type { Guard } from '#api/modules/auth/guard.ts'
import { CONTENT_QUOTA, EDIT_QUOTA, REACTION_QUOTA } from '#api/modules/content/quotas.ts'
import type { Replies } from '#api/modules/reply-topics.ts'
import { EditQuery, LargeIdParams } from '#shared/contract/common.ts'
import {
  ACCESS_REFUSALS,
  BODY_REFUSALS,
  ErrorReply,
  READ_REFUSALS,
} from '#shared/contract/errors.ts'
import { BestVotes } from '#shared/contract/posts.ts'
import { ReactionBody, ReactionReply } from '#shared/contract/reactions.ts'
import {
  CreateVoteBody,
  CreateVoteQuery,
  CreateVoteReply,
  EditVoteBody,
  EditVoteReply,
  ReadingQuestion,
  ReadVoteQuery,
  VoteDetail,
  VoteItem,
  VoteList,
  VoteListQuery,
} from '#shared/contract/votes.ts'
import type { VoteLists } from './lists.ts'
import type { VotesService } from './service.ts'

export const VOTE_QUOTA: Quota = { action: 'vote', user: 10, address: 60 }

/** Per hour: a change of direction can gain a point by rounding. */
export const DIRECTION_QUOTA: Quota = { action: 'direction', user: 6, address: 600, seconds: 3600 }

const written = { ...BODY_REFUSALS, ...ACCESS_REFUSALS }
const changed = { ...written, 404: ErrorReply }
const read = { ...READ_REFUSALS, ...ACCESS_REFUSALS, 404: ErrorReply }

interface VotesRoutesDeps {
  service: VotesService
  lists: VoteLists
  replies: Replies
  guard: Guard
  limited: Limited
}

const NOTES = ['vote', 'round', 'nickname', 'moderation', 'voteReaction'] as const

const isReadingQuestion = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'READING_LOCKS'

/** Votes over HTTP. */
export function votesRoutes({ service, lists, replies, guard, limited }: VotesRoutesDeps) {
  return new Elysia({ name: 'votes', tags: ['votes'] })
    .use(guard)
    .get(
      '/votes',
      async (context) => {
        const { page = 1, filter = 'all' } = context.query
        if (filter === 'mine') {
          const user = await context.requireUser(context.request)
          await limited(READ_QUOTA, context)
          const own = await service.listOwn(user, page)
          return Response.json(own, { headers: { 'cache-control': 'no-store' } })
        }
        const isOneOfMany = page > 1
        if (isOneOfMany) await limited(READ_QUOTA, context)
        return replies.sendApi(context, {
          topics: [...NOTES, 'voteViews', 'ranks'],
          isOneOfMany,
          build: async () => prepareReply(await lists.page(filter, page)),
        })
      },
      {
        query: VoteListQuery,
        response: { 200: VoteList, 401: ErrorReply, ...READ_REFUSALS },
        detail: { security: [{}, { bearer: [] }] },
      },
    )
    .get('/votes/:id/item', (context) => service.item(context.params.id), {
      limit: READ_QUOTA,
      params: LargeIdParams,
      response: { 200: VoteItem, 404: ErrorReply, ...READ_REFUSALS },
    })
    .get(
      '/posts/votesUpcomingNextBests',
      (context) =>
        replies.sendApi(context, {
          topics: NOTES,
          build: async () => prepareReply(await lists.best()),
        }),
      { response: { 200: BestVotes, ...READ_REFUSALS } },
    )
    .get(
      '/votes/:id',
      async ({ user, params, query }) => {
        try {
          return await service.get(user, params.id, query.lock !== undefined)
        } catch (error) {
          if (query.lock === 'question' && isReadingQuestion(error))
            return { readingLocks: true as const }
          throw error
        }
      },
      {
        signedIn: true,
        limit: READ_QUOTA,
        params: LargeIdParams,
        query: ReadVoteQuery,
        response: { 200: Type.Union([VoteDetail, ReadingQuestion]), ...read, 409: ErrorReply },
      },
    )
    .post(
      '/votes',
      ({ user, query, body: { targetDate, vote, content = '' } }) =>
        service.create(user, {
          targetDate: instantOf(targetDate, 'targetDate'),
          choice: vote,
          content,
          requiresPrice: query.unpriced === 'ask',
          repeats: query.repeated === 'stored',
        }),
      {
        signedIn: true,
        limit: [CONTENT_QUOTA, VOTE_QUOTA],
        query: CreateVoteQuery,
        body: CreateVoteBody,
        response: { 200: CreateVoteReply, ...written, 409: ErrorReply },
      },
    )
    .put(
      '/votes/:id',
      (context) => {
        const { user, params } = context
        const { vote, content = '' } = context.body
        return service.edit(
          user,
          params.id,
          { choice: vote, content, seen: seenOf(context.query) },
          () => limited(DIRECTION_QUOTA, context, user.id),
        )
      },
      {
        signedIn: true,
        limit: [CONTENT_QUOTA, EDIT_QUOTA],
        params: LargeIdParams,
        query: EditQuery,
        body: EditVoteBody,
        response: { 200: EditVoteReply, ...changed, 409: ErrorReply },
      },
    )
    .post(
      '/votes/:id/reaction',
      async (context) => {
        const { user, params, body } = context
        const state = await service.react(user, params.id, body.reaction)
        return { success: true as const, ...state }
      },
      {
        signedIn: true,
        limit: REACTION_QUOTA,
        params: LargeIdParams,
        body: ReactionBody,
        response: { 200: ReactionReply, ...changed },
      },
    )
}
