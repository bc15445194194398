import { createHash, randomBytes } from 'node:crypto'
import type { RequestJson } from '#desktop/main/server/api-requests.ts'
import { jwtPayload } from '#desktop/shared/claims.ts'
import type { AuthConfig } from '#shared/contract/auth.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { BOUND_NONCE, type ProofPurpose, PURPOSE_NONCE } from '#shared/rules/bound-nonce.ts'

/** The sign-in failed and a retry would not help. The message contains no secrets. */
export class SignInRefusal extends Error {
  override readonly name = 'SignInRefusal'
}

/** Secrets of one attempt; the provider must return the state and the bound nonce unchanged. */
export interface Secrets {
  state: string
  nonce: string
  verifier: string
  /** The session that asks; null for a sign-in. */
  sessionId: string | null
  purpose: ProofPurpose
}

/** 256 random bits, URL-safe. */
const random = () => randomBytes(32).toString('base64url')

export const newSecrets = (
  sessionId: string | null = null,
  purpose: ProofPurpose = 'link',
): Secrets => ({
  state: random(),
  nonce: random(),
  verifier: random(),
  sessionId,
  purpose,
})

/** S256 challenge of a code verifier (RFC 7636, 4.2). */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')

/** The nonce for the provider, which proves to the API that the sender began this sign-in or link. */
export const boundNonce = ({
  nonce,
  sessionId,
  purpose,
}: Pick<Secrets, 'nonce' | 'sessionId' | 'purpose'>): string =>
  sessionId === null
    ? BOUND_NONCE + challengeOf(nonce)
    : PURPOSE_NONCE[purpose] + challengeOf(`${nonce}.${sessionId}`)

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Parses a URL on https or loopback without credentials; else null. */
export function parseSafeUrl(address: unknown): URL | null {
  const url = typeof address === 'string' ? URL.parse(address) : null
  if (!url || url.username || url.password) return null
  if (url.protocol === 'https:') return url
  return url.protocol === 'http:' && LOOPBACK.has(url.hostname) ? url : null
}

const SCOPE = 'openid email profile'
/** The only endpoint that receives Google's client secret. */
const GOOGLE_TOKEN_ENDPOINT = 'https://oauth2.googleapis.com/token'

/** Endpoints from the discovery document. */
export interface Endpoints {
  authorize: URL
  token: URL
}

const read = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/**
 * Fetches the discovery document of `issuer`. Throws SignInRefusal for another issuer or an
 * endpoint that is neither https nor loopback; else what `requestJson` throws.
 */
export async function discover(issuer: string, requestJson: RequestJson): Promise<Endpoints> {
  const home = parseSafeUrl(issuer)
  if (!home) throw new SignInRefusal('the issuer is not on https')
  const address = `${home.href.replace(/\/$/, '')}/.well-known/openid-configuration`
  const { body: document } = await requestJson(address)
  // OpenID Connect Discovery 4.3: the document must name the requested issuer.
  if (read(document, 'issuer') !== issuer) throw new SignInRefusal('another issuer answered')
  const authorize = parseSafeUrl(read(document, 'authorization_endpoint'))
  const token = parseSafeUrl(read(document, 'token_endpoint'))
  if (!authorize || !token) throw new SignInRefusal('an endpoint is not on https')
  return { authorize, token }
}

interface Request {
  endpoints: Endpoints
  config: AuthConfig
  redirectUri: string
  secrets: Secrets
}

/** Authorization URL for the system browser. */
export function authorizationUrl(request: Request, locale: Locale): string {
  const { endpoints, config, redirectUri, secrets } = request
  const url = new URL(endpoints.authorize)
  url.search = new URLSearchParams({
    client_id: config.desktopClientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: SCOPE,
    state: secrets.state,
    nonce: boundNonce(secrets),
    code_challenge: challengeOf(secrets.verifier),
    code_challenge_method: 'S256',
    ui_locales: locale === 'ko-KR' ? 'ko' : 'en',
  }).toString()
  return url.href
}

/**
 * Exchanges a code for the ID token of this attempt. Throws SignInRefusal when the provider refuses
 * or the token is not ours; else what `requestJson` throws. `clientSecret` is Google's, or ''.
 */
export async function exchangeCode(
  request: Request & { code: string; clientSecret: string; requestJson: RequestJson },
): Promise<string> {
  const { endpoints, config, redirectUri, secrets, code, clientSecret, requestJson } = request
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: config.desktopClientId,
    redirect_uri: redirectUri,
    code,
    code_verifier: secrets.verifier,
  })
  const isGoogle = config.provider === 'google' && endpoints.token.href === GOOGLE_TOKEN_ENDPOINT
  if (isGoogle && clientSecret) body.set('client_secret', clientSecret)
  const { status, body: reply } = await requestJson(endpoints.token.href, { method: 'POST', body })
  if (status >= 500) throw new Error(`the provider answered ${status}`)
  const idToken = read(reply, 'id_token')
  if (typeof idToken !== 'string') throw new SignInRefusal('no ID token')
  if (read(jwtPayload(idToken), 'nonce') !== boundNonce(secrets)) {
    throw new SignInRefusal('the ID token is of another attempt')
  }
  return idToken
}
