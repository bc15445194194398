import type { AuthConfig } from '#shared/contract/auth.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { boundNonce, challengeOf, hasNonce, proofNonce, randomSecret } from './bound-nonce.ts'
import type { CodeProof, IdTokenProof, LinkRequest, SignInFailure } from './platform.ts'

const ATTEMPT_KEY = 'signInAttempt'
const CALLBACK_PATH = '/login/callback'
const SCOPE = 'openid email profile'

const KINDS = ['signIn', 'link', 'confirm'] as const
/** A sign-in, a link of another identity, or the repeated sign-in of the same person. */
export type AttemptKind = (typeof KINDS)[number]

/** State of this tab's attempt while the provider's page is open, in session storage. */
interface Attempt {
  state: string
  /** Secret of `askedNonce`, which the provider returns. */
  nonce: string
  askedNonce: string
  verifier: string
  tokenEndpoint: string
  clientId: string
  returnTo: string
  kind: AttemptKind
}

/** An attempt whose provider the server talks to. */
interface ServerAttempt {
  state: string
  verifier: string
  returnTo: string
  kind: AttemptKind
}

const redirectUri = () => `${location.origin}${CALLBACK_PATH}`

/** The provider's endpoints from its discovery document. Throws when it is unreachable. */
async function discover(issuer: string): Promise<{ authorize: string; token: string }> {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`)
  const document: unknown = await response.json()
  if (
    typeof document === 'object' &&
    document !== null &&
    'authorization_endpoint' in document &&
    'token_endpoint' in document
  ) {
    return {
      authorize: String(document.authorization_endpoint),
      token: String(document.token_endpoint),
    }
  }
  throw new Error('The provider has no discovery document.')
}

/**
 * Redirects to the provider: authorization code with PKCE (S256), state and nonce; it redirects back
 * to /login/callback. Rejects when the provider is unreachable.
 */
export async function startRedirect(
  config: AuthConfig,
  returnTo: string,
  locale: Locale,
  link: LinkRequest | null,
) {
  const { authorize, token } = await discover(config.issuer)
  const [state, nonce, verifier] = [randomSecret(), randomSecret(), randomSecret()]
  const { clientId } = config
  const askedNonce = link ? await proofNonce(nonce, link) : await boundNonce(nonce)
  const attempt: Attempt = {
    state,
    nonce,
    askedNonce,
    verifier,
    clientId,
    returnTo,
    tokenEndpoint: token,
    kind: link?.purpose ?? 'signIn',
  }
  sessionStorage.setItem(ATTEMPT_KEY, JSON.stringify(attempt))
  const url = new URL(authorize)
  url.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri(),
    response_type: 'code',
    scope: SCOPE,
    state,
    nonce: askedNonce,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
    ui_locales: locale === 'ko-KR' ? 'ko' : 'en',
  }).toString()
  location.assign(url)
}

/**
 * Goes to the API, which redirects to a provider of its list and at the end to /login/callback with a
 * one-time code.
 */
export async function startAtServer(
  apiOrigin: string,
  provider: string,
  returnTo: string,
  locale: Locale,
  link: LinkRequest | null,
) {
  const [state, verifier] = [randomSecret(), randomSecret()]
  const attempt: ServerAttempt = { state, verifier, returnTo, kind: link?.purpose ?? 'signIn' }
  const query = {
    challenge: await challengeOf(verifier),
    state,
    locale: locale === 'ko-KR' ? ('ko' as const) : ('en' as const),
  }
  const url = new URL(`${apiOrigin}/api/v1/auth/oidc/${encodeURIComponent(provider)}/start`)
  url.search = new URLSearchParams(query).toString()
  const target = link ? new URL(await link.begin(provider, query)) : url
  sessionStorage.setItem(ATTEMPT_KEY, JSON.stringify(attempt))
  location.assign(target)
}

const hasTexts = (value: unknown, names: readonly string[]): value is object =>
  typeof value === 'object' &&
  value !== null &&
  names.every((name) => typeof Reflect.get(value, name) === 'string')

function isServerAttempt(value: unknown): value is ServerAttempt {
  const has = hasTexts(value, ['state', 'verifier', 'returnTo'])
  return has && KINDS.some((kind) => kind === Reflect.get(value, 'kind'))
}

function isAttempt(value: ServerAttempt): value is Attempt {
  return hasTexts(value, ['nonce', 'askedNonce', 'tokenEndpoint', 'clientId'])
}

/** Reads and removes this tab's attempt: it can be used once. */
function takeAttempt(): ServerAttempt | Attempt | null {
  const stored = sessionStorage.getItem(ATTEMPT_KEY)
  sessionStorage.removeItem(ATTEMPT_KEY)
  if (!stored) return null
  const value: unknown = JSON.parse(stored)
  return isServerAttempt(value) ? value : null
}

async function exchange(attempt: Attempt, code: string): Promise<string | null> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: attempt.clientId,
    redirect_uri: redirectUri(),
    code,
    code_verifier: attempt.verifier,
  })
  const reply: unknown = await (await fetch(attempt.tokenEndpoint, { method: 'POST', body })).json()
  if (typeof reply !== 'object' || reply === null || !('id_token' in reply)) return null
  const tokenId = String(reply.id_token)
  return hasNonce(tokenId, attempt.askedNonce) ? tokenId : null
}

/** Result of a redirect: an ID token or a one-time code with its proof, or why there is none. */
export type RedirectResult = { returnTo: string; kind: AttemptKind } & (
  | IdTokenProof
  | CodeProof
  | { failure: SignInFailure }
)

/** The server's errors; `refused` and others are failures. */
const FAILURES: Record<string, SignInFailure> = {
  cancelled: 'cancelled',
  unavailable: 'providerDown',
  misconfigured: 'misconfigured',
}

/** Exchanges the code in the redirect URL. Never rejects. */
export async function finishRedirect(url: URL): Promise<RedirectResult> {
  const attempt = takeAttempt()
  const from = { returnTo: attempt?.returnTo ?? '/', kind: attempt?.kind ?? ('signIn' as const) }
  const params = url.searchParams
  if (!attempt || params.get('state') !== attempt.state) return { ...from, failure: 'failed' }
  if (!isAttempt(attempt)) {
    const code = params.get('code')
    if (code) return { ...from, code, verifier: attempt.verifier }
    return { ...from, failure: FAILURES[params.get('error') ?? ''] ?? 'failed' }
  }
  if (params.get('error') === 'access_denied') return { ...from, failure: 'cancelled' }
  const code = params.get('code')
  if (!code) return { ...from, failure: 'failed' }
  try {
    const tokenId = await exchange(attempt, code)
    return tokenId ? { ...from, tokenId, nonce: attempt.nonce } : { ...from, failure: 'failed' }
  } catch {
    return { ...from, failure: 'noResponse' }
  }
}
