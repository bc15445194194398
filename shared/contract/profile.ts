import { type Static, Type } from '@sinclair/typebox'
import { UserClaims } from './auth.ts'

/** The user's own data, read from the database rather than from the token. */
export const Profile = Type.Composite([
  Type.Omit(UserClaims, ['exp']),
  Type.Object({
    settledVotes: Type.Integer({ description: 'Votes that have been settled' }),
    rank: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Null before the first vote and beyond the first thousand',
    }),
  }),
])
export type Profile = Static<typeof Profile>

export const NicknameBody = Type.Object(
  { nickname: Type.String({ maxLength: 200 }) },
  { additionalProperties: false },
)

export const NicknameReply = Type.Object({
  success: Type.Literal(true),
  accessToken: Type.String(),
  error: Type.Null(),
})
export type NicknameReply = Static<typeof NicknameReply>
