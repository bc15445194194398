import { createPrivateKey } from 'node:crypto'
import { Value } from '@sinclair/typebox/value'
import { type Config, ConfigError } from '#api/infrastructure/config.ts'
import type { SignInProviderKind } from '#shared/contract/auth.ts'
import { completeProvider, Entry, type OidcProvider } from './provider-entry.ts'

type ConfiguredProvider = OidcProvider & { kind: SignInProviderKind }

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

type ProvidersConfig = Pick<Config, 'oidcProviders' | 'production' | 'google'>

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
export function readOidcProviders(config: ProvidersConfig): ConfiguredProvider[] {
  const { oidcProviders, production, google } = config
  const ownIds = google ? ['local', 'google'] : ['local']
  const providers = parseList(oidcProviders ?? '[]').map((entry, index) => {
    const fail = (problem: string) => new ConfigError(`OIDC_PROVIDERS[${index}] ${problem}.`)
    if (!Value.Check(Entry, entry)) {
      const first = Value.Errors(Entry, entry).First()
      const field = first?.path.slice(1).replaceAll('/', '.') ?? ''
      throw fail(field === '' ? 'must be an object' : `has a wrong or missing ${field}`)
    }
    const provider = { ...completeProvider(entry), kind: entry.kind }
    if (ownIds.includes(provider.id)) throw fail("has the id of the server's own provider")
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
