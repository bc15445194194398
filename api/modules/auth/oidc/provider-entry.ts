import { type Static, Type } from '@sinclair/typebox'
import { LOCAL_ALGORITHM, LOCAL_IDENTITY_ISSUER } from '#api/modules/auth/id-token.ts'
import { RECENT_SIGN_IN_MS } from '#api/modules/auth/recent-sign-in.ts'
import { type LoginMethod, SignInProviderKind } from '#shared/contract/auth.ts'

const Text = Type.String({ minLength: 1, maxLength: 4096 })
const Url = Type.String({ pattern: '^https?://[^\\s#?]+$', maxLength: 512 })
const Label = Type.String({ minLength: 1, maxLength: 60 })

/** An entry of OIDC_PROVIDERS as written. */
export const Entry = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$' }),
    kind: SignInProviderKind,
    label: Type.Optional(Type.Object({ en: Label, ko: Label }, { additionalProperties: false })),
    issuer: Type.Optional(Url),
    authorizationEndpoint: Type.Optional(Url),
    tokenEndpoint: Type.Optional(Url),
    jwksUri: Type.Optional(Url),
    clientId: Text,
    clientSecret: Type.Optional(Text),
    clientAuth: Type.Optional(
      Type.Union([
        Type.Literal('none'),
        Type.Literal('post'),
        Type.Literal('basic'),
        Type.Literal('private_key_jwt'),
        Type.Literal('apple'),
      ]),
    ),
    teamId: Type.Optional(Text),
    keyId: Type.Optional(Text),
    privateKey: Type.Optional(Type.String({ minLength: 1, maxLength: 16_384 })),
    scopes: Type.Optional(Type.Array(Type.String({ pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$' }))),
    parameters: Type.Optional(Type.Record(Type.String(), Type.String())),
    pkce: Type.Optional(Type.Boolean()),
    nonce: Type.Optional(Type.Boolean()),
    responseMode: Type.Optional(Type.Union([Type.Literal('query'), Type.Literal('form_post')])),
    algorithms: Type.Optional(
      Type.Array(Type.String({ pattern: '^(RS|PS|ES)(256|384|512)$|^EdDSA$' }), { minItems: 1 }),
    ),
    emailTrust: Type.Optional(
      Type.Union([Type.Literal('claim'), Type.Literal('always'), Type.Literal('never')]),
    ),
    requireEmail: Type.Optional(Type.Boolean()),
    claims: Type.Optional(
      Type.Object(
        {
          email: Type.Optional(Text),
          emailVerified: Type.Optional(Text),
          name: Type.Optional(Text),
        },
        { additionalProperties: false },
      ),
    ),
    webhook: Type.Optional(
      Type.Object({ appId: Text, adminKey: Text }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
)
/** An entry, or the server's own provider. */
type Entry = Omit<Static<typeof Entry>, 'kind'> & { kind: SignInProviderKind | 'google' | 'local' }

/** Asks a provider to have the person sign in anew; `max_age` makes it send `auth_time` too. */
const ANEW = { prompt: 'login', max_age: String(RECENT_SIGN_IN_MS / 1000) }

/** Traits of a kind of provider that no entry changes. */
const TRAITS: Record<
  Entry['kind'],
  {
    method: LoginMethod
    /** Parameters of a repeated sign-in. */
    repetition: Record<string, string>
    /** Stored with the user beside `sub`, if it is not the issuer. */
    identityIssuer?: string
  }
> = {
  kakao: { method: 'kakao', repetition: ANEW },
  naver: { method: 'other', repetition: ANEW },
  apple: { method: 'other', repetition: ANEW },
  other: { method: 'other', repetition: ANEW },
  // Google knows only none, consent and select_account.
  google: { method: 'google', repetition: { prompt: 'select_account' } },
  // It asks each time, and its issuer has a port.
  local: { method: 'local', repetition: {}, identityIssuer: LOCAL_IDENTITY_ISSUER },
}

/** Defaults of a kind of provider; an entry overrides each of them. */
const PRESETS = {
  kakao: {
    issuer: 'https://kauth.kakao.com',
    label: { en: 'Login with Kakao', ko: '카카오 로그인' },
    clientAuth: 'post',
    scopes: ['openid', 'profile_nickname'],
    // Kakao states no `email_verified`.
    emailTrust: 'never',
    claims: { name: 'nickname' },
  },
  naver: {
    issuer: 'https://nid.naver.com',
    label: { en: 'Log in with NAVER', ko: '네이버 로그인' },
    clientAuth: 'post',
    scopes: ['openid', 'profile'],
    claims: { name: 'name' },
  },
  apple: {
    issuer: 'https://appleid.apple.com',
    label: { en: 'Sign in with Apple', ko: 'Apple로 로그인' },
    clientAuth: 'apple',
    scopes: ['openid', 'email'],
    // Apple refuses scopes in a query redirect.
    responseMode: 'form_post',
  },
  google: { issuer: 'https://accounts.google.com', requireEmail: true },
  local: { clientAuth: 'none', algorithms: [LOCAL_ALGORITHM], requireEmail: true },
  other: {},
} satisfies Record<Entry['kind'], Partial<Entry>>

/** Values of fields that neither an entry nor its preset sets. */
const DEFAULTS = {
  clientAuth: 'post',
  scopes: ['openid', 'email', 'profile'],
  parameters: {},
  pkce: true,
  nonce: true,
  responseMode: 'query',
  algorithms: ['RS256'],
  emailTrust: 'claim',
  requireEmail: false,
} satisfies Partial<Entry>

/** A provider with its defaults filled in. */
export type OidcProvider = ReturnType<typeof completeProvider>

/** Fills in the defaults of an entry, or of the server's own provider. */
export function completeProvider(entry: Entry) {
  const { claims, ...given } = entry
  const preset: Partial<Entry> = PRESETS[entry.kind]
  const issuer = (entry.issuer ?? preset.issuer ?? '').replace(/\/+$/, '')
  const label = entry.label ?? preset.label ?? { en: entry.id, ko: entry.id }
  return {
    identityIssuer: issuer,
    ...TRAITS[entry.kind],
    ...DEFAULTS,
    ...preset,
    ...given,
    issuer,
    label,
    claims: {
      email: 'email',
      emailVerified: 'email_verified',
      name: 'given_name',
      ...preset.claims,
      ...claims,
    },
  }
}
