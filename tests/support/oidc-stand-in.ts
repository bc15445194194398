import { createHash, randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** A stand-in for Kakao: discovery, secret required, exact redirects, no email, no email_verified. */
export interface OidcStandIn {
  issuer: string
  port: number
  /** Changes of the next replies; `claims` and `header` replace those of the ID token. */
  plan: {
    subject: string
    claims: Record<string, unknown>
    header: Record<string, unknown>
    signsWithOtherKey: boolean
    isDown: boolean
    keysAreDown: boolean
  }
  /** Parameters of the authorization and token requests so far. */
  requests: URLSearchParams[]
  /** The answer to an authorization request: the redirect or form to the client. */
  answer(authorizationUrl: string, decision?: 'agree' | 'cancel'): Promise<URL>
  stop(): Promise<void>
}

interface StandInOptions {
  clientId: string
  clientSecret: string
  /** Registered; compared exactly. */
  redirectUris: readonly string[]
  /** Whether a token request proves its client; by default by `clientSecret` in the body, as at Kakao. */
  isClient?: (body: URLSearchParams, request: Request) => boolean | Promise<boolean>
  /** Enabled at the provider. */
  scopes?: readonly string[]
  port?: number
  /** Address behind a proxy; by default that of the listening port. */
  issuer?: string
}

interface Grant {
  redirectUri: string
  nonce: string | null
  challenge: string | null
}

const failed = (error: string, code: string, status = 400) =>
  Response.json({ error, error_code: code, error_description: `${error} (${code})` }, { status })

/** Starts the stand-in on a free port of 127.0.0.1. */
export async function startOidcStandIn(options: StandInOptions): Promise<OidcStandIn> {
  const { clientId, clientSecret, redirectUris, scopes = ['openid', 'profile_nickname'] } = options
  const isClient =
    options.isClient ?? ((body: URLSearchParams) => body.get('client_secret') === clientSecret)
  const keys = await generateKeyPair('RS256')
  const others = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  const grants = new Map<string, Grant>()
  const requests: URLSearchParams[] = []
  const plan: OidcStandIn['plan'] = {
    subject: '4000000001',
    claims: {},
    header: {},
    signsWithOtherKey: false,
    isDown: false,
    keysAreDown: false,
  }

  const decide = (query: URLSearchParams, decision: string): URL => {
    const redirectUri = query.get('redirect_uri') ?? ''
    const back = new URL(redirectUri)
    back.searchParams.set('state', query.get('state') ?? '')
    const asked = (query.get('scope') ?? '').split(' ')
    if (asked.some((scope) => !scopes.includes(scope))) {
      back.searchParams.set('error', 'invalid_scope')
      back.searchParams.set('error_description', 'consent items are not set (KOE205)')
    } else if (decision === 'cancel') {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_description', 'User denied access')
    } else {
      const code = randomBytes(24).toString('base64url')
      grants.set(code, {
        redirectUri,
        nonce: query.get('nonce'),
        challenge: query.get('code_challenge'),
      })
      back.searchParams.set('code', code)
    }
    return back
  }

  const authorize = (query: URLSearchParams): Response => {
    requests.push(query)
    if (query.get('client_id') !== clientId) return failed('invalid_client', 'KOE101', 401)
    if (!redirectUris.includes(query.get('redirect_uri') ?? ''))
      return failed('invalid_request', 'KOE006')
    const links = ['agree', 'cancel'].map((decision) => {
      const href = decide(query, decision).href.replaceAll('&', '&amp;')
      return `<a id="${decision}" href="${href}">${decision}</a>`
    })
    return new Response(`<!doctype html><title>Stand-in</title>${links.join(' ')}`, {
      headers: { 'content-type': 'text/html' },
    })
  }

  const token = async (request: Request): Promise<Response> => {
    const body = new URLSearchParams(await request.text())
    requests.push(body)
    if (!(await isClient(body, request))) return failed('invalid_client', 'KOE010', 401)
    const code = body.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    if (!grant) return failed('invalid_grant', 'KOE320')
    if (body.get('redirect_uri') !== grant.redirectUri) return failed('invalid_grant', 'KOE303')
    const verifier = body.get('code_verifier') ?? ''
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    if (grant.challenge !== null && grant.challenge !== challenge) {
      return failed('invalid_grant', 'KOE321')
    }
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      ...{ iss: issuer, aud: clientId, sub: plan.subject, iat: now, exp: now + 21_600 },
      ...{ auth_time: now, nickname: '미나' },
      ...(grant.nonce !== null && { nonce: grant.nonce }),
      ...plan.claims,
    }
    const signed = new SignJWT(claims).setProtectedHeader({
      alg: 'RS256',
      kid: 'k1',
      ...plan.header,
    })
    const key = plan.signsWithOtherKey ? others.privateKey : keys.privateKey
    return Response.json({
      token_type: 'bearer',
      access_token: randomBytes(16).toString('hex'),
      id_token: await signed.sign(key),
      expires_in: 21_599,
    })
  }

  let issuer = ''
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: options.port ?? 0,
    fetch(request): Response | Promise<Response> {
      const { pathname, searchParams } = new URL(request.url)
      if (plan.isDown) return new Response('down', { status: 503 })
      if (pathname === '/.well-known/openid-configuration') {
        return Response.json({
          issuer,
          authorization_endpoint: `${issuer}/oauth/authorize`,
          token_endpoint: `${issuer}/oauth/token`,
          jwks_uri: `${issuer}/.well-known/jwks.json`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          token_endpoint_auth_methods_supported: ['client_secret_post'],
          code_challenge_methods_supported: ['S256'],
        })
      }
      if (pathname === '/.well-known/jwks.json') {
        if (plan.keysAreDown) return new Response('down', { status: 503 })
        return Response.json({ keys: [jwk] })
      }
      if (pathname === '/oauth/authorize') return authorize(searchParams)
      if (pathname === '/oauth/token' && request.method === 'POST') return token(request)
      return new Response('not found', { status: 404 })
    },
  })
  issuer = options.issuer ?? `http://127.0.0.1:${server.port}`

  return {
    issuer,
    port: server.port ?? 0,
    plan,
    requests,
    async answer(authorizationUrl, decision = 'agree') {
      const page = await (await fetch(authorizationUrl)).text()
      const href = new RegExp(`id="${decision}" href="([^"]+)"`).exec(page)?.[1]
      if (!href) throw new Error(`no page of the stand-in: ${page.slice(0, 200)}`)
      return new URL(href.replaceAll('&amp;', '&'))
    },
    stop: () => server.stop(true),
  }
}

/** The entry of OIDC_PROVIDERS for the stand-in. */
export const standInEntry = (issuer: string, changes: Record<string, unknown> = {}) => ({
  id: 'kakao',
  kind: 'kakao',
  issuer,
  clientId: 'rest-key',
  clientSecret: 'stand-in-secret',
  ...changes,
})
