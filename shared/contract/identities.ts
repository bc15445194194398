import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import {
  GoogleSignInBody,
  LoginMethod,
  OidcExchangeBody,
  OidcStartQuery,
  SignInProviderKind,
} from './auth.ts'
import { Id, Instant } from './common.ts'

/** More are refused: nobody needs them, and the export and erasure read them all. */
export const MAX_IDENTITIES = 10

/** A way to sign in to the account. */
export const AccountIdentity = Type.Object({
  id: Id,
  kind: Type.Union([LoginMethod, SignInProviderKind], {
    description: 'Kind of the provider; its login method when it is not configured any more',
  }),
  issuer: Type.String(),
  created: Instant,
  lastUsed: Instant,
  current: Type.Boolean({ description: 'It opened the session of this request' }),
  removableFrom: Type.Union([Instant, Type.Null()], {
    description: 'Stays until then, because another one was added; null when it can be removed',
  }),
})
export type AccountIdentity = Static<typeof AccountIdentity>

/** The identities of an account, the first one first. */
export const AccountIdentities = Type.Array(AccountIdentity)

/** Begins a link at a configured provider, whose code the server exchanges. */
export const LinkStartBody = Type.Object(
  { provider: Type.String({ maxLength: 32 }), ...OidcStartQuery.properties },
  { additionalProperties: false },
)

export const LinkStarted = Type.Object({
  url: Type.String({ description: 'For the browser: the provider, or the client with `error`' }),
})

/** The one-time code of a link, or of a repeated sign-in, that this session began. */
export const LinkCodeBody = OidcExchangeBody

/** An ID token whose nonce is bound to this session. */
export const LinkTokenBody = Type.Required(GoogleSignInBody, { additionalProperties: false })
