import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { ORDINARY_PRIORITY } from '#shared/rules/priority.ts'
import {
  Author,
  ContentInput,
  Direction,
  Id,
  IdInput,
  Instant,
  LargeId,
  Pagination,
  ReferencePrice,
} from './common.ts'
import { UserReaction } from './reactions.ts'

export const BoardType = Type.Union([
  Type.Literal('frees'),
  Type.Literal('notices'),
  Type.Literal('suggestions'),
])
export type BoardType = Static<typeof BoardType>

export const BoardParams = Type.Object({ boardType: BoardType }, { additionalProperties: false })
export const PostParams = Type.Object(
  { boardType: BoardType, id: IdInput },
  { additionalProperties: false },
)

const Priority = Type.Integer({ minimum: 0, maximum: ORDINARY_PRIORITY })

export const PostItem = Type.Object({
  id: Id,
  uid: Id,
  title: Type.String(),
  ...Author,
  created: Instant,
  updated: Type.Union([Instant, Type.Null()]),
  views: Type.Integer(),
  likes: Type.Integer(),
  priority: Priority,
})
export type PostItem = Static<typeof PostItem>

export const PostList = Type.Object({ posts: Type.Array(PostItem), pagination: Pagination })
export type PostList = Static<typeof PostList>

export const PostDetail = Type.Composite([
  PostItem,
  Type.Object({
    boardType: BoardType,
    content: Type.String({ description: 'Sanitized HTML' }),
    dislikes: Type.Integer(),
    userReaction: UserReaction,
    hidden: Type.Boolean({ description: 'Hidden by moderators: author and admins only' }),
    editableUntil: Instant,
  }),
])
export type PostDetail = Static<typeof PostDetail>

/** `priority` is accepted for notices by admins only. */
export const WritePostBody = Type.Object(
  { content: ContentInput, priority: Type.Optional(Priority) },
  { additionalProperties: false },
)
export type WritePostBody = Static<typeof WritePostBody>

export const CreatePostReply = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  id: Id,
})
export type CreatePostReply = Static<typeof CreatePostReply>

export const RecentPost = Type.Object({
  id: Id,
  boardType: BoardType,
  title: Type.String(),
  ...Author,
  created: Instant,
})
export const RecentPosts = Type.Array(RecentPost)
export type RecentPosts = Static<typeof RecentPosts>

export const BestVote = Type.Object({
  id: LargeId,
  title: Type.String(),
  voteChoice: Direction,
  refPrice: ReferencePrice,
  ...Author,
  likes: Type.Integer(),
})
export const BestVotes = Type.Array(BestVote)
export type BestVotes = Static<typeof BestVotes>
