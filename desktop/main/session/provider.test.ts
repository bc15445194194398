import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { createJsonRequest } from '#desktop/main/server/api-requests.ts'
import type { Fetch } from '#desktop/shared/renewing-fetch.ts'
import type { AuthConfig } from '#shared/contract/auth.ts'
import {
  authorizationUrl,
  boundNonce,
  discover,
  exchangeCode,
  newSecrets,
  parseSafeUrl,
  SignInRefusal,
} from './provider.ts'

const GOOGLE = 'https://accounts.google.com'
const google = {
  issuer: GOOGLE,
  authorization_endpoint: `${GOOGLE}/o/oauth2/v2/auth`,
  token_endpoint: 'https://oauth2.googleapis.com/token',
}
const config: AuthConfig = {
  provider: 'google',
  issuer: GOOGLE,
  clientId: 'web',
  desktopClientId: 'desktop',
}
const secrets = newSecrets()
const redirectUri = 'http://127.0.0.1:50000/callback'
const endpoints = {
  authorize: new URL(google.authorization_endpoint),
  token: new URL(google.token_endpoint),
}

const requestWith = (fetch: Fetch) => createJsonRequest(fetch, new AbortController().signal)

const tokenWith = (claims: object) =>
  `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.mark`

describe('parseSafeUrl', () => {
  test.each([
    'https://accounts.google.com/x',
    'http://127.0.0.1:3001/auth',
    'http://[::1]:3001/auth',
    'http://localhost:3001/auth',
  ])('accepts %s', (address) => {
    expect(parseSafeUrl(address)?.href).toBe(address)
  })

  test.each([
    'http://accounts.google.com/',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'https://user:word@accounts.google.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ms-settings:',
    'nonsense',
    7,
    undefined,
  ])('rejects %p', (address) => {
    expect(parseSafeUrl(address)).toBeNull()
  })
})

describe('discover', () => {
  const replyWith =
    (document: unknown): Fetch =>
    async () =>
      Response.json(document)

  test('reads the endpoints from the discovery document', async () => {
    const urls: string[] = []
    const found = await discover(
      GOOGLE,
      requestWith(async (url) => {
        urls.push(url)
        return Response.json(google)
      }),
    )
    expect(found).toEqual(endpoints)
    expect(urls).toEqual([`${GOOGLE}/.well-known/openid-configuration`])
  })

  test.each([
    ['of another issuer', { ...google, issuer: 'https://evil.example' }],
    ['without an issuer', { ...google, issuer: undefined }],
    [
      'with an http authorization endpoint',
      { ...google, authorization_endpoint: 'http://evil.example/' },
    ],
    [
      'with an authorization endpoint of another scheme',
      { ...google, authorization_endpoint: 'ms-settings:' },
    ],
    ['with an http token endpoint', { ...google, token_endpoint: 'http://evil.example/' }],
    ['without endpoints', { issuer: GOOGLE }],
    ['that is null', null],
  ])('rejects a document %s', async (_name, document) => {
    await expect(discover(GOOGLE, replyWith(document))).rejects.toBeInstanceOf(SignInRefusal)
  })

  test('sends no request to an unsafe issuer', async () => {
    const never: Fetch = () => {
      throw new Error('unexpected request')
    }
    await expect(discover('http://evil.example', requestWith(never))).rejects.toBeInstanceOf(
      SignInRefusal,
    )
  })
})

test('the authorization URL has PKCE, state and nonce but not the verifier', () => {
  const url = new URL(authorizationUrl({ endpoints, config, redirectUri, secrets }, 'ko-KR'))
  expect(`${url.origin}${url.pathname}`).toBe(google.authorization_endpoint)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'desktop',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state: secrets.state,
    nonce: boundNonce(secrets),
    code_challenge: createHash('sha256').update(secrets.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ui_locales: 'ko',
  })
  expect(url.href).not.toContain(secrets.verifier)
  const { sessionId, purpose: _, ...drawn } = newSecrets()
  expect([sessionId, new Set(Object.values(drawn)).size]).toEqual([null, 3])
})

test('the nonce of a link names its session', () => {
  const own = newSecrets('mine')
  const digest = createHash('sha256').update(`${own.nonce}.mine`).digest('base64url')
  expect(boundNonce(own)).toBe(`link.${digest}`)
})

describe('exchangeCode', () => {
  const good = tokenWith({ nonce: boundNonce(secrets) })
  const exchange = async (reply: Response, change = {}) => {
    const sent: { url: string; body: Record<string, string>; redirect: unknown }[] = []
    const fetch: Fetch = async (url, init) => {
      const body = Object.fromEntries(new URLSearchParams(String(init?.body)))
      sent.push({ url, body, redirect: init?.redirect })
      return reply
    }
    const request = { endpoints, config, redirectUri, secrets, code: 'the-code' }
    const token = exchangeCode({
      ...request,
      clientSecret: 'shh',
      requestJson: requestWith(fetch),
      ...change,
    })
    return { token, sent }
  }

  test('sends verifier and secret to Google and follows no redirect', async () => {
    const { token, sent } = await exchange(Response.json({ id_token: good }))
    expect(await token).toBe(good)
    expect(sent).toEqual([
      {
        url: google.token_endpoint,
        redirect: 'error',
        body: {
          grant_type: 'authorization_code',
          client_id: 'desktop',
          redirect_uri: redirectUri,
          code: 'the-code',
          code_verifier: secrets.verifier,
          client_secret: 'shh',
        },
      },
    ])
  })

  const elsewhere = { ...endpoints, token: new URL('https://oauth2.googleapis.com.evil.example/') }
  test.each([
    ['another address', { endpoints: elsewhere }],
    ['another provider', { config: { ...config, provider: 'local' } }],
    ['a build without a secret', { clientSecret: '' }],
  ])('sends no secret with %s', async (_name, change) => {
    const { token, sent } = await exchange(Response.json({ id_token: good }), change)
    await token
    expect(sent[0]?.body).not.toHaveProperty('client_secret')
  })

  test.each([
    ['an error', Response.json({ error: 'invalid_grant' }, { status: 400 })],
    ['no token', Response.json({})],
    ['the token of another attempt', Response.json({ id_token: tokenWith({ nonce: 'x' }) })],
    ['a token without a nonce', Response.json({ id_token: tokenWith({}) })],
    ['nonsense', Response.json({ id_token: 'x' })],
  ])('rejects %s', async (_name, reply) => {
    const { token } = await exchange(reply)
    await expect(token).rejects.toBeInstanceOf(SignInRefusal)
  })

  test('distinguishes a server error from a refusal', async () => {
    const { token } = await exchange(new Response('oops', { status: 502 }))
    await expect(token).rejects.not.toBeInstanceOf(SignInRefusal)
  })
})
