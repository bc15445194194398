import { createHash, randomBytes } from 'node:crypto'

/** A client of the embedded OpenID provider: the server is the only one. */
export interface SignInClient {
  clientId: string
  redirectUri: string
}

/** The server at `origin`. */
export function serverClient(origin: string): SignInClient {
  return { clientId: 'tidemark', redirectUri: `${origin}/api/v1/auth/oidc/local/callback` }
}

/** State of a client between the authorization request and the code. */
export interface Attempt {
  url: string
  state: string
  nonce: string
  verifier: string
}

/** Builds the authorization request; `changes` replaces parameters, or drops them with undefined. */
export function startAttempt(
  issuer: string,
  client: SignInClient,
  changes: Record<string, string | undefined> = {},
): Attempt {
  const [state, nonce, verifier] = [random(), random(), random()]
  const parameters: Record<string, string | undefined> = {
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  }
  const url = new URL(`${issuer}/auth`)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return { url: url.href, state, nonce, verifier }
}

/** A minimal browser: cookies with paths, manual redirects. */
export interface Browser {
  /** Requests `url` and follows redirects while they stay on its origin. */
  open(url: string, init?: RequestInit): Promise<Visit>
}

/** Result of a visit: a page (`response`) or a redirect to another origin (`leftFor`). */
export interface Visit {
  url: string
  response: Response
  leftFor: URL | undefined
}

export function createBrowser(): Browser {
  const jar = new Map<string, { value: string; path: string }>()

  const visit = async (url: string, init: RequestInit): Promise<Visit> => {
    const { origin, pathname } = new URL(url)
    const cookie = [...jar]
      .filter(([, { path }]) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const headers = new Headers(init.headers)
    if (cookie) headers.set('cookie', cookie)
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      const path = /;\s*path=([^;]*)/i.exec(line)?.[1] ?? '/'
      if (value === '') jar.delete(name)
      else jar.set(name, { value, path })
    }
    const location = response.headers.get('location')
    if (!location) return { url, response, leftFor: undefined }
    const target = new URL(location, url)
    if (target.origin !== origin) return { url, response, leftFor: target }
    return visit(target.href, {})
  }

  return { open: (url, init = {}) => visit(url, init) }
}

/** Opens `url` and follows redirects to other origins, too. */
export async function openThrough(
  browser: Browser,
  url: string,
  init?: RequestInit,
): Promise<Visit> {
  const visit = await browser.open(url, init)
  return visit.leftFor ? openThrough(browser, visit.leftFor.href) : visit
}

/** Opens the form of `attempt` and submits `fields`. */
export async function submitForm(
  attempt: Pick<Attempt, 'url'>,
  fields: Record<string, string>,
  browser = createBrowser(),
): Promise<Visit> {
  const page = await browser.open(attempt.url)
  if (page.leftFor || page.response.status !== 200) return page
  return browser.open(page.url, { method: 'POST', body: new URLSearchParams(fields) })
}

/** Exchanges a code at the token endpoint. */
export function exchangeCode(
  issuer: string,
  client: SignInClient,
  code: string,
  verifier: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    code,
    code_verifier: verifier,
  })
  return fetch(`${issuer}/token`, { method: 'POST', body, headers })
}

/** ID token of a complete sign-in with its expected nonce. */
export interface SignedIn {
  idToken: string
  nonce: string
}

/**
 * Gets an ID token of the embedded provider, as POST /auth/google takes it: authorization request with
 * PKCE, state and nonce, the form with `name`, the exchange. Throws when a step fails.
 */
export async function signIn(
  issuer: string,
  client: SignInClient,
  name: string,
): Promise<SignedIn> {
  const attempt = startAttempt(issuer, client)
  const { leftFor, response } = await submitForm(attempt, { name, action: 'sign-in' })
  const code = leftFor?.searchParams.get('code')
  if (!leftFor || !code) throw new Error(`sign-in did not return a code: ${response.status}`)
  if (leftFor.searchParams.get('state') !== attempt.state) throw new Error('state was changed')

  const exchange = await exchangeCode(issuer, client, code, attempt.verifier)
  const reply: unknown = await exchange.json()
  if (!isTokenReply(reply)) throw new Error(`no ID token: ${JSON.stringify(reply)}`)
  return { idToken: reply.id_token, nonce: attempt.nonce }
}

function isTokenReply(reply: unknown): reply is { id_token: string } {
  return (
    typeof reply === 'object' &&
    reply !== null &&
    'id_token' in reply &&
    typeof reply.id_token === 'string'
  )
}

function random(): string {
  return randomBytes(32).toString('base64url')
}
