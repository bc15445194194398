import { createPrivateKey } from 'node:crypto'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type Config, ConfigError } from '#api/infrastructure/config.ts'
import { SignInProviderKind } from '#shared/contract/auth.ts'

const Text = Type.String({ minLength: 1, maxLength: 4096 })
const Url = Type.String({ pattern: '^https?://[^\\s#?]+$', maxLength: 512 })
const Label = Type.String({ minLength: 1, maxLength: 60 })

/** An entry of OIDC_PROVIDERS as written. */
const Entry = Type.Object(
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
type Entry = Static<typeof Entry>

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
  other: {},
} satisfies Record<SignInProviderKind, Partial<Entry>>

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

/** A provider of OIDC_PROVIDERS with its defaults filled in. */
export type OidcProvider = ReturnType<typeof complete>

const isLoopback = ({ hostname }: URL) => /^(127\.0\.0\.1|localhost|\[::1\])$/.test(hostname)

/** Why a URL may not be used: plain http is for this machine, outside production. */
function urlProblem(address: string, production: boolean): string | null {
  const url = URL.parse(address)
  if (!url || url.username || url.password) return 'must be a URL'
  if (url.protocol === 'https:') return null
  return production || !isLoopback(url) ? 'must begin with https://' : null
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).type === 'private'
  } catch {
    return false
  }
}

/** Parameters that the server sets itself. */
const RESERVED =
  /^(client_id|client_secret|redirect_uri|response_type|response_mode|scope|state|nonce|code_challenge|code_challenge_method|request|request_uri)$/

function complete(entry: Entry) {
  const { claims, ...given } = entry
  const preset: Partial<Entry> = PRESETS[entry.kind]
  const issuer = entry.issuer ?? preset.issuer ?? ''
  const label = entry.label ?? preset.label ?? { en: entry.id, ko: entry.id }
  return {
    ...DEFAULTS,
    ...preset,
    ...given,
    issuer: issuer.replace(/\/+$/, ''),
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

/** The first thing that an entry lacks; null when it is usable. */
function problemOf(provider: OidcProvider, production: boolean): string | null {
  const { issuer, authorizationEndpoint, tokenEndpoint, jwksUri, clientAuth } = provider
  if (issuer === '') return 'issuer is required'
  const urls = { issuer, authorizationEndpoint, tokenEndpoint, jwksUri }
  for (const [name, url] of Object.entries(urls)) {
    const problem = url === undefined ? null : urlProblem(url, production)
    if (problem) return `${name} ${problem}`
  }
  const endpoints = [authorizationEndpoint, tokenEndpoint, jwksUri].filter(Boolean).length
  if (endpoints % 3 !== 0) {
    return 'authorizationEndpoint, tokenEndpoint and jwksUri belong together'
  }
  if ((clientAuth === 'post' || clientAuth === 'basic') && provider.clientSecret === undefined) {
    return 'clientSecret is required'
  }
  if (clientAuth === 'apple' && provider.teamId === undefined) return 'teamId is required'
  if (clientAuth === 'apple' || clientAuth === 'private_key_jwt') {
    if (provider.keyId === undefined) return 'keyId is required'
    if (!isPrivateKey(provider.privateKey ?? '')) return 'privateKey must be a PKCS #8 key in PEM'
  }
  if (!provider.scopes.includes('openid')) return 'scopes must include openid'
  const reserved = Object.keys(provider.parameters).find((name) => RESERVED.test(name))
  if (reserved) return `parameters must not set ${reserved}`
  return null
}

type ProvidersConfig = Pick<Config, 'oidcProviders' | 'production'>

/** The JSON of OIDC_PROVIDERS; its text is no part of the message, it holds secrets. */
function parseList(text: string): unknown[] {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw new ConfigError('OIDC_PROVIDERS must be JSON.')
  }
  if (!Array.isArray(list))
    throw new ConfigError('OIDC_PROVIDERS must be a JSON list of providers.')
  return list
}

/**
 * Reads OIDC_PROVIDERS; an unset one is an empty list.
 * @throws ConfigError whose message is one line naming the provider and the field
 */
export function readOidcProviders({ oidcProviders, production }: ProvidersConfig): OidcProvider[] {
  const providers = parseList(oidcProviders ?? '[]').map((entry, index) => {
    const fail = (problem: string) => new ConfigError(`OIDC_PROVIDERS[${index}] ${problem}.`)
    if (!Value.Check(Entry, entry)) {
      const first = Value.Errors(Entry, entry).First()
      const field = first?.path.slice(1).replaceAll('/', '.') ?? ''
      throw fail(field === '' ? 'must be an object' : `has a wrong or missing ${field}`)
    }
    const provider = complete(entry)
    const problem = problemOf(provider, production)
    if (problem) throw fail(`(${provider.id}): ${problem}`)
    return provider
  })
  for (const name of ['id', 'issuer'] as const) {
    const values = providers.map((provider) => provider[name])
    if (new Set(values).size < values.length) {
      throw new ConfigError(`OIDC_PROVIDERS must not repeat an ${name}.`)
    }
  }
  return providers
}
