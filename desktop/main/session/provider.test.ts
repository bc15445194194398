import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { createJsonRequest, type Fetch } from '#desktop/main/server/api-requests.ts'
import type { AuthConfig } from '#shared/contract/auth.ts'
import {
  authorizationUrl,
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

const ask = (fetch: Fetch) => createJsonRequest(fetch, new AbortController().signal)

const tokenWith = (claims: object) =>
  `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.mark`

describe('an address that may be used', () => {
  test.each([
    'https://accounts.google.com/x',
    'http://127.0.0.1:3001/auth',
    'http://[::1]:3001/auth',
    'http://localhost:3001/auth',
  ])('%s', (address) => {
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
  ])('not %p', (address) => {
    expect(parseSafeUrl(address)).toBeNull()
  })
})

describe('discovering the provider', () => {
  const answering =
    (document: unknown): Fetch =>
    async () =>
      Response.json(document)

  test('reads where it is asked', async () => {
    const asked: string[] = []
    const found = await discover(
      GOOGLE,
      ask(async (url) => {
        asked.push(url)
        return Response.json(google)
      }),
    )
    expect(found).toEqual(endpoints)
    expect(asked).toEqual([`${GOOGLE}/.well-known/openid-configuration`])
  })

  test.each([
    ['of another issuer', { ...google, issuer: 'https://evil.example' }],
    ['without an issuer', { ...google, issuer: undefined }],
    ['with a plain way in', { ...google, authorization_endpoint: 'http://evil.example/' }],
    ['with a program for a way in', { ...google, authorization_endpoint: 'ms-settings:' }],
    ['with a plain token endpoint', { ...google, token_endpoint: 'http://evil.example/' }],
    ['without endpoints', { issuer: GOOGLE }],
    ['that is none', null],
  ])('a document %s is refused', async (_name, document) => {
    await expect(discover(GOOGLE, answering(document))).rejects.toBeInstanceOf(SignInRefusal)
  })

  test('an issuer that is not safe is not even asked', async () => {
    const never: Fetch = () => {
      throw new Error('asked')
    }
    await expect(discover('http://evil.example', ask(never))).rejects.toBeInstanceOf(SignInRefusal)
  })
})

test('the browser is sent with PKCE, state and nonce, and without the verifier', () => {
  const url = new URL(authorizationUrl({ endpoints, config, redirectUri, secrets }, 'ko-KR'))
  expect(`${url.origin}${url.pathname}`).toBe(google.authorization_endpoint)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'desktop',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: createHash('sha256').update(secrets.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ui_locales: 'ko',
  })
  expect(url.href).not.toContain(secrets.verifier)
  expect(new Set(Object.values(newSecrets())).size).toBe(3)
})

describe('exchanging the code', () => {
  const good = tokenWith({ nonce: secrets.nonce })
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
      requestJson: ask(fetch),
      ...change,
    })
    return { token, sent }
  }

  test('tells Google the verifier and the secret, and follows it nowhere', async () => {
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
    ['a build without one', { clientSecret: '' }],
  ])('%s is told no secret', async (_name, change) => {
    const { token, sent } = await exchange(Response.json({ id_token: good }), change)
    await token
    expect(sent[0]?.body).not.toHaveProperty('client_secret')
  })

  test.each([
    ['a refusal', Response.json({ error: 'invalid_grant' }, { status: 400 })],
    ['no token', Response.json({})],
    ['the token of another attempt', Response.json({ id_token: tokenWith({ nonce: 'x' }) })],
    ['a token without a nonce', Response.json({ id_token: tokenWith({}) })],
    ['nonsense', Response.json({ id_token: 'x' })],
  ])('%s is refused', async (_name, reply) => {
    const { token } = await exchange(reply)
    await expect(token).rejects.toBeInstanceOf(SignInRefusal)
  })

  test('a provider in trouble is not one that refuses', async () => {
    const { token } = await exchange(new Response('oops', { status: 502 }))
    await expect(token).rejects.not.toBeInstanceOf(SignInRefusal)
  })
})
