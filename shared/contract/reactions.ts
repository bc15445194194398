import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'

export const Reaction = Type.Union([Type.Literal('like'), Type.Literal('dislike')])
export type Reaction = Static<typeof Reaction>

export const UserReaction = Type.Union([Reaction, Type.Null()])
export type UserReaction = Static<typeof UserReaction>

/** Sending the reaction that is already set removes it. */
export const ReactionBody = Type.Object({ reaction: Reaction }, { additionalProperties: false })

export const ReactionReply = Type.Object({
  success: Type.Literal(true),
  likes: Type.Integer(),
  dislikes: Type.Integer(),
  userReaction: UserReaction,
})
export type ReactionReply = Static<typeof ReactionReply>
