import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { BOUND_NONCE } from '#shared/rules/bound-nonce.ts'
import { Id, Instant } from './common.ts'

export const GoogleSignInBody = Type.Object(
  {
    tokenId: Type.String({ minLength: 1, maxLength: 8192, description: 'OpenID ID token' }),
    nonce: Type.Optional(
      Type.String({
        minLength: 32,
        maxLength: 128,
        description: `Required when the nonce of the ID token is "${BOUND_NONCE}" + base64url(SHA-256(secret)): the secret`,
      }),
    ),
  },
  { additionalProperties: false },
)
export type GoogleSignInBody = Static<typeof GoogleSignInBody>

export const TokenPair = Type.Object({
  token: Type.String({ description: 'Access token (JWT, ten minutes)' }),
  refreshToken: Type.String(),
})
export type TokenPair = Static<typeof TokenPair>

export const RefreshBody = Type.Object(
  { refreshToken: Type.String({ minLength: 1, maxLength: 512 }) },
  { additionalProperties: false },
)

export const RefreshReply = Type.Object({
  accessToken: Type.String(),
  refreshToken: Type.String({ description: 'Replaces the one that was sent' }),
})
export type RefreshReply = Static<typeof RefreshReply>

export const LogoutBody = Type.Object(
  { refreshToken: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })) },
  { additionalProperties: false },
)

export const AuthConfig = Type.Object({
  provider: Type.Union([Type.Literal('google'), Type.Literal('local')]),
  issuer: Type.String(),
  clientId: Type.String({ description: 'Client id of the web build' }),
  desktopClientId: Type.String(),
})
export type AuthConfig = Static<typeof AuthConfig>

export const LoginMethod = Type.Union([
  Type.Literal('google'),
  Type.Literal('local'),
  Type.Literal('kakao'),
  Type.Literal('other'),
])
export type LoginMethod = Static<typeof LoginMethod>

/** Claims of the access token. `exp` is its expiry in epoch seconds. */
export const UserClaims = Type.Object({
  id: Id,
  nickname: Type.String({ minLength: 1 }),
  email: Type.String({ minLength: 3 }),
  uniqueCode: Type.String({ minLength: 1 }),
  created: Instant,
  loginCount: Type.Integer({ minimum: 0 }),
  lastLogin: Instant,
  loginMethod: LoginMethod,
  lastVoteTime: Type.Integer({
    minimum: 0,
    description: 'Epoch milliseconds; 0 when never voted',
  }),
  points: Type.Integer(),
  is_admin: Type.Integer({ minimum: 0 }),
  exp: Type.Integer(),
})
export type UserClaims = Static<typeof UserClaims>
