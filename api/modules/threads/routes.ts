import * as Type from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { type Quota, READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import { seenOf } from '#api/infrastructure/http/validation.ts'
import type { Guard } from '#api/modules/auth/guard.ts'
import { EDIT_QUOTA, REACTION_QUOTA } from '#api/modules/content/quotas.ts'
import { Done, EditQuery, LargeIdParams } from '#shared/contract/common.ts'
import {
  ACCESS_REFUSALS,
  BODY_REFUSALS,
  ErrorReply,
  READ_REFUSALS,
} from '#shared/contract/errors.ts'
import { PostParams } from '#shared/contract/posts.ts'
import { ReactionBody, ReactionReply } from '#shared/contract/reactions.ts'
import {
  CreateReplyBody,
  EditReplyBody,
  FollowBody,
  RepliesQuery,
  ReplyPage,
  SavedReply,
  ThreadParams,
} from '#shared/contract/replies.ts'
import { ReadingQuestion } from '#shared/contract/votes.ts'
import type { ThreadsService } from './service.ts'
import type { ThreadGate } from './thread-gate.ts'

/** The rules of replies are stricter; this bounds what is refused. */
export const REPLY_QUOTA: Quota = { action: 'reply', user: 12, address: 60 }
export const FOLLOW_QUOTA: Quota = { action: 'follow', user: 30, address: 120 }

const read = { ...READ_REFUSALS, ...ACCESS_REFUSALS, 404: ErrorReply }
const changed = { ...BODY_REFUSALS, ...ACCESS_REFUSALS, 404: ErrorReply }
const created = { ...changed, 409: ErrorReply }

interface ThreadsRoutesDeps {
  service: ThreadsService
  gate: ThreadGate
  guard: Guard
}

/** Replies to notes and posts over HTTP. */
export function threadsRoutes({ service, gate, guard }: ThreadsRoutesDeps) {
  return new Elysia({ name: 'threads', tags: ['replies'] })
    .use(guard)
    .get(
      '/votes/:id/replies',
      async ({ user, params, query }) => service.page(await gate.ofNote(user.id, params.id), query),
      {
        signedIn: true,
        limit: READ_QUOTA,
        params: LargeIdParams,
        query: RepliesQuery,
        response: { 200: Type.Union([ReplyPage, ReadingQuestion]), ...read },
      },
    )
    .get(
      '/posts/:boardType/:id/replies',
      async ({ viewer, params, query }) =>
        service.page(await gate.ofPost(viewer?.id ?? null, params.boardType, params.id), query),
      {
        viewer: true,
        limit: READ_QUOTA,
        params: PostParams,
        query: RepliesQuery,
        response: { 200: Type.Union([ReplyPage, ReadingQuestion]), ...read },
      },
    )
    .post(
      '/votes/:id/replies',
      async ({ user, params, body }) => {
        const reply = await service.create(user.id, await gate.ofNote(user.id, params.id), body)
        return { success: true as const, message: 'Reply saved.', reply }
      },
      {
        signedIn: true,
        limit: REPLY_QUOTA,
        params: LargeIdParams,
        body: CreateReplyBody,
        response: { 200: SavedReply, ...created },
      },
    )
    .post(
      '/posts/:boardType/:id/replies',
      async ({ user, params: { boardType, id }, body }) => {
        const reply = await service.create(user.id, await gate.ofPost(user.id, boardType, id), body)
        return { success: true as const, message: 'Reply saved.', reply }
      },
      {
        signedIn: true,
        limit: REPLY_QUOTA,
        params: PostParams,
        body: CreateReplyBody,
        response: { 200: SavedReply, ...created },
      },
    )
    .put(
      '/replies/:id',
      async ({ user, params, query, body }) => {
        const change = { content: body.content, seen: seenOf(query) }
        const reply = await service.edit(user.id, params.id, change)
        return { success: true as const, message: 'Edit completed.', reply }
      },
      {
        signedIn: true,
        limit: EDIT_QUOTA,
        params: LargeIdParams,
        query: EditQuery,
        body: EditReplyBody,
        response: { 200: SavedReply, ...changed, 409: ErrorReply },
      },
    )
    .delete(
      '/replies/:id',
      async ({ user, params }) => {
        await service.remove(user.id, params.id)
        return { success: true as const, message: 'Reply deleted.' }
      },
      {
        signedIn: true,
        limit: EDIT_QUOTA,
        params: LargeIdParams,
        response: { 200: Done, ...read },
      },
    )
    .post(
      '/replies/:id/reaction',
      async ({ user, params, body }) => {
        const state = await service.react(user.id, params.id, body.reaction)
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
    .put(
      '/threads/:target/:id/follow',
      async ({ user, params, body }) => {
        await service.follow(user.id, params, body.follow)
        return { success: true as const, message: 'Saved.' }
      },
      {
        signedIn: true,
        limit: FOLLOW_QUOTA,
        params: ThreadParams,
        body: FollowBody,
        response: { 200: Done, ...changed },
      },
    )
}
