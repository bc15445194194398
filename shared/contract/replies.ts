import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { REPLY_MAX } from '#shared/rules/reply.ts'
import {
  Direction,
  Instant,
  LargeId,
  LargeIdInput,
  UserName,
  VoteAuthor,
  VoteResult,
} from './common.ts'
import { Offer, OptionalCarried } from './offers.ts'
import { UserReaction } from './reactions.ts'
import { ThreadFollow, ThreadTarget } from './thread.ts'
import { SkillLevel } from './users.ts'

/** `deleted` by its author, `hidden` by moderators; neither has a text for others. */
export const ReplyState = Type.Union([
  Type.Literal('shown'),
  Type.Literal('deleted'),
  Type.Literal('hidden'),
])
export type ReplyState = Static<typeof ReplyState>

/** The author's vote in the round of the note; its direction can no longer change. */
const ReplyVote = Type.Object({
  id: LargeId,
  choice: Direction,
  offer: Offer,
  carried: OptionalCarried,
  result: VoteResult,
  points: Type.Union([Type.Integer(), Type.Null()], { description: 'Null until settled' }),
})

const Quote = Type.Object({
  id: LargeId,
  ...VoteAuthor,
  excerpt: Type.String({ description: 'Beginning of the text; empty unless it is shown' }),
  state: ReplyState,
})

export const Reply = Type.Object({
  id: LargeId,
  ...VoteAuthor,
  skill: SkillLevel,
  content: Type.String({ description: 'Plain text; empty unless the viewer may read it' }),
  state: ReplyState,
  created: Instant,
  modified: Type.Union([Instant, Type.Null()]),
  editableUntil: Instant,
  afterResult: Type.Boolean({ description: 'Written after the round of the note was settled' }),
  vote: Type.Union([ReplyVote, Type.Null()], {
    description: 'Null without a vote in the round of the note, and on boards',
  }),
  quote: Type.Union([Quote, Type.Null()]),
  mentions: Type.Array(UserName, {
    description: 'People of the codes after @ in the text; others are plain text',
  }),
  likes: Type.Integer(),
  dislikes: Type.Integer(),
  userReaction: UserReaction,
})
export type Reply = Static<typeof Reply>

export const ReplySort = Type.Union([Type.Literal('oldest'), Type.Literal('best')])
export type ReplySort = Static<typeof ReplySort>

/** `called`: whose author has a vote in the round; `other`: with another direction than the note's. */
export const ReplyFilter = Type.Union([Type.Literal('called'), Type.Literal('other')])
export type ReplyFilter = Static<typeof ReplyFilter>

const Cursor = Type.String({ pattern: '^\\d{1,10}_\\d{1,16}$|^\\d{1,16}$', maxLength: 27 })

/**
 * A page of a thread: after a cursor, before a reply, or from a reply on; at most one of them. `before` and
 * `from` are for the order by age. `question` answers a reading that would lock the reader's direction.
 */
export const RepliesQuery = Type.Object(
  {
    sort: Type.Optional(ReplySort),
    filter: Type.Optional(ReplyFilter),
    after: Type.Optional(Cursor),
    before: Type.Optional(LargeIdInput),
    from: Type.Optional(LargeIdInput),
    lock: Type.Optional(Type.Literal('question')),
  },
  { additionalProperties: false },
)
export type RepliesQuery = Static<typeof RepliesQuery>

export const ReplyPage = Type.Object({
  readingLocks: Type.Literal(false),
  replies: Type.Array(Reply),
  total: Type.Integer({ description: 'Replies of the whole thread, without deleted ones' }),
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'Cursor for `after`; null on the last page',
  }),
  hasPrevious: Type.Boolean({ description: 'Whether replies come before the first one' }),
  follow: Type.Union([ThreadFollow, Type.Null()], {
    description: 'Of the viewer; authors and repliers follow by themselves. Null for a guest',
  }),
})
export type ReplyPage = Static<typeof ReplyPage>

const Text = Type.String({ maxLength: 2 * REPLY_MAX, description: 'Plain text' })

export const CreateReplyBody = Type.Object(
  { content: Text, quote: Type.Optional(LargeId) },
  { additionalProperties: false },
)
export type CreateReplyBody = Static<typeof CreateReplyBody>

export const EditReplyBody = Type.Object({ content: Text }, { additionalProperties: false })

export const SavedReply = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  reply: Reply,
})
export type SavedReply = Static<typeof SavedReply>

export const ThreadParams = Type.Object(
  { target: ThreadTarget, id: LargeIdInput },
  { additionalProperties: false },
)

export const FollowBody = Type.Object({ follow: ThreadFollow }, { additionalProperties: false })
