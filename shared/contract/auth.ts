import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { BOUND_NONCE } from '#shared/rules/bound-nonce.ts'
import { Id, Instant } from './common.ts'

export const GoogleSignInBody = Type.Object(
  {
    tokenId: Type.String({ minLength: 1, maxLength: 7168, description: 'OpenID ID token' }),
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

/** 256 bits as base64url: a verifier, its S256 challenge (RFC 7636), or a state. */
const random = (description: string) => Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', description })

export const OidcStartQuery = Type.Object(
  {
    challenge: random('base64url(SHA-256(verifier)); the exchange needs the verifier'),
    state: random('Returned to the client unchanged'),
    port: Type.Optional(
      Type.Number({
        multipleOf: 1,
        minimum: 1024,
        maximum: 65_535,
        description: 'Port of the desktop app: the code goes to http://127.0.0.1:{port}/callback',
      }),
    ),
    locale: Type.Optional(Type.Union([Type.Literal('en'), Type.Literal('ko')])),
  },
  { additionalProperties: false },
)
export type OidcStartQuery = Static<typeof OidcStartQuery>

export const OidcExchangeBody = Type.Object(
  {
    code: Type.String({ minLength: 1, maxLength: 4096, description: 'One-time code' }),
    verifier: random('Proves that the sender began the sign-in'),
  },
  { additionalProperties: false },
)
export type OidcExchangeBody = Static<typeof OidcExchangeBody>

/** Kakao's notice that a person has withdrawn the consent; further fields are ignored. */
export const UnlinkNotice = Type.Object(
  {
    app_id: Type.String({ minLength: 1, maxLength: 64 }),
    user_id: Type.String({ pattern: '^[\\x21-\\x7e]{1,255}$' }),
    referrer_type: Type.Optional(Type.String({ maxLength: 64 })),
  },
  // The provider may send more one day.
  { additionalProperties: true },
)
export type UnlinkNotice = Static<typeof UnlinkNotice>

/** Values of `error` in the redirect to the client. */
export type OidcError = 'cancelled' | 'refused' | 'misconfigured' | 'unavailable'

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

/** Kind of a configured provider; it decides the look of the button. */
export const SignInProviderKind = Type.Union([
  Type.Literal('kakao'),
  Type.Literal('naver'),
  Type.Literal('apple'),
  Type.Literal('other'),
])
export type SignInProviderKind = Static<typeof SignInProviderKind>

export const ConfiguredProvider = Type.Object({
  id: Type.String(),
  kind: SignInProviderKind,
  label: Type.Object({ en: Type.String(), ko: Type.String() }),
})
export type ConfiguredProvider = Static<typeof ConfiguredProvider>

export const AuthConfig = Type.Object({
  provider: Type.Union([Type.Literal('google'), Type.Literal('local')]),
  issuer: Type.String(),
  clientId: Type.String({ description: 'Client id at this provider; empty = only `providers`' }),
  desktopClientId: Type.String({
    description: 'Always empty: the server exchanges the code of the desktop app, too',
  }),
  startId: Type.Optional(
    Type.String({
      description:
        'This provider in /auth/oidc/{provider}/start: `local`, or `google` for the desktop app; absent without a client secret of Google',
    }),
  ),
  providers: Type.Optional(
    Type.Array(ConfiguredProvider, {
      description: 'Further providers, whose code the server exchanges, in their order',
    }),
  ),
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
  email: Type.String({ description: 'Empty when no provider gives one' }),
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
