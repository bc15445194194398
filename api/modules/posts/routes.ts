import { Elysia } from 'elysia'
import { addressGroup, isInProcess } from '#api/infrastructure/http/client-address.ts'
import { type Limited, type Quota, READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import { seenOf } from '#api/infrastructure/http/validation.ts'
import { prepareReply } from '#api/infrastructure/prepared-reply.ts'
import type { Guard } from '#api/modules/auth/guard.ts'
import { CONTENT_QUOTA, EDIT_QUOTA, REACTION_QUOTA } from '#api/modules/content/quotas.ts'
import type { Replies } from '#api/modules/reply-topics.ts'
import { Done, EditQuery, PageQuery } from '#shared/contract/common.ts'
import {
  ACCESS_REFUSALS,
  BODY_REFUSALS,
  ErrorReply,
  READ_REFUSALS,
} from '#shared/contract/errors.ts'
import {
  BoardParams,
  CreatePostReply,
  PostDetail,
  PostList,
  PostParams,
  RecentPosts,
  WritePostBody,
} from '#shared/contract/posts.ts'
import { ReactionBody, ReactionReply } from '#shared/contract/reactions.ts'
import type { PostsService } from './service.ts'
import type { PostStore } from './store.ts'

export const POST_QUOTA: Quota = { action: 'post', user: 5, address: 30 }

const written = { ...BODY_REFUSALS, ...ACCESS_REFUSALS }
const changed = { ...written, 404: ErrorReply }
const read = { ...READ_REFUSALS, ...ACCESS_REFUSALS, 404: ErrorReply }

interface PostsRoutesDeps {
  service: PostsService
  lists: Pick<PostStore, 'list' | 'recent'>
  replies: Replies
  guard: Guard
  limited: Limited
}

const TEXTS = ['post', 'nickname', 'moderation'] as const

/** The boards over HTTP. */
export function postsRoutes({ service, lists, replies, guard, limited }: PostsRoutesDeps) {
  return new Elysia({ name: 'posts', tags: ['posts'] })
    .use(guard)
    .get(
      '/posts/recent',
      (context) =>
        replies.sendApi(context, {
          topics: TEXTS,
          build: async () => prepareReply(await lists.recent()),
        }),
      { response: { 200: RecentPosts, ...READ_REFUSALS } },
    )
    .get(
      '/posts/:boardType',
      async (context) => {
        const { boardType } = context.params
        const { page = 1 } = context.query
        const isOneOfMany = page > 1
        if (isOneOfMany) await limited(READ_QUOTA, context)
        return replies.sendApi(context, {
          topics: [...TEXTS, 'postReaction', 'postViews'],
          isOneOfMany,
          build: async () => prepareReply(await lists.list(boardType, page)),
        })
      },
      {
        params: BoardParams,
        query: PageQuery,
        response: { 200: PostList, 404: ErrorReply, ...READ_REFUSALS },
      },
    )
    .get(
      '/posts/:boardType/:id',
      (context) => {
        const { viewer, params, clientAddress } = context
        // Whatever else a guest sends could be varied to fake views.
        const who = {
          userId: viewer?.id ?? null,
          guest: isInProcess(clientAddress) ? null : addressGroup(clientAddress),
        }
        return service.get(who, params.boardType, params.id)
      },
      {
        viewer: true,
        limit: READ_QUOTA,
        params: PostParams,
        response: { 200: PostDetail, ...read },
      },
    )
    .post(
      '/posts/:boardType',
      async (context) => {
        const { user, params, body } = context
        const id = await service.create(user.id, params.boardType, body)
        return { success: true as const, message: 'Post saved!', id }
      },
      {
        signedIn: true,
        limit: [CONTENT_QUOTA, POST_QUOTA],
        params: BoardParams,
        body: WritePostBody,
        response: { 200: CreatePostReply, ...changed },
      },
    )
    .put(
      '/posts/:boardType/:id',
      async (context) => {
        const { user, params, query, body } = context
        const edited = { board: params.boardType, id: params.id, seen: seenOf(query) }
        await service.edit(user.id, edited, body)
        return { success: true as const, message: 'Edit completed.' }
      },
      {
        signedIn: true,
        limit: [CONTENT_QUOTA, EDIT_QUOTA],
        params: PostParams,
        query: EditQuery,
        body: WritePostBody,
        response: { 200: Done, ...changed, 409: ErrorReply },
      },
    )
    .post(
      '/posts/:boardType/:id/reaction',
      async (context) => {
        const { user, params, body } = context
        const state = await service.react(user.id, params.boardType, params.id, body.reaction)
        return { success: true as const, ...state }
      },
      {
        signedIn: true,
        limit: REACTION_QUOTA,
        params: PostParams,
        body: ReactionBody,
        response: { 200: ReactionReply, ...changed },
      },
    )
}
