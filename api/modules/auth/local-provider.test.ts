import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { decodeJwt } from 'jose'
import {
  createBrowser,
  exchangeCode,
  serverClient,
  signIn,
  startAttempt,
  submitForm,
} from '#tests/support/sign-in.ts'
import { type LocalProvider, startLocalProvider } from './local-provider.ts'

const ORIGIN = 'http://127.0.0.1:3000'
const client = serverClient(ORIGIN)
const { redirectUri } = client
const faults: unknown[] = []
let provider: LocalProvider

beforeAll(async () => {
  const onError = (error: unknown) => faults.push(error)
  provider = await startLocalProvider({ port: 0, redirectUri, onError })
})
afterAll(async () => {
  await provider.stop()
  expect(faults).toEqual([])
})

async function codeFor(name = 'Ada') {
  const attempt = startAttempt(provider.issuer, client)
  const { leftFor } = await submitForm(attempt, { name, action: 'sign-in' })
  return { attempt, leftFor, code: leftFor?.searchParams.get('code') ?? '' }
}

async function errorOf(response: Response) {
  const reply: unknown = await response.json()
  return { status: response.status, reply }
}

describe('signing in', () => {
  test('gives the server an ID token with the identity', async () => {
    const { idToken, nonce } = await signIn(provider.issuer, client, 'Ada Lovelace')
    const claims = decodeJwt(idToken)
    expect(claims).toMatchObject({
      iss: provider.issuer,
      aud: client.clientId,
      nonce,
      name: 'Ada Lovelace',
      given_name: 'Ada Lovelace',
      email_verified: true,
    })
    expect(claims.email).toEndWith('@local.tidemark.invalid')
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(600)
  })

  test('gives a name the same subject, and another name another subject', async () => {
    const sub = async (name: string) =>
      decodeJwt((await signIn(provider.issuer, client, name)).idToken).sub
    const ada = await sub('Ada')
    expect(await sub(' ADA ')).toBe(ada ?? '')
    expect(await sub('김민지')).not.toBe(ada ?? '')
  })

  test('returns any state unchanged', async () => {
    const state = '한글 &=?#/+%20"<script>'
    const attempt = startAttempt(provider.issuer, client, { state })
    const { leftFor } = await submitForm(attempt, { name: 'Ada', action: 'sign-in' })
    expect(leftFor?.origin).toBe(ORIGIN)
    expect(leftFor?.searchParams.get('state')).toBe(state)
  })

  test('shows the form again to a browser that signed in before', async () => {
    const browser = createBrowser()
    const first = startAttempt(provider.issuer, client)
    await submitForm(first, { name: 'Ada', action: 'sign-in' }, browser)
    const second = startAttempt(provider.issuer, client)
    const { leftFor } = await submitForm(second, { name: 'Grace', action: 'sign-in' }, browser)
    const code = leftFor?.searchParams.get('code') ?? ''
    const reply = await (await exchangeCode(provider.issuer, client, code, second.verifier)).json()
    expect(decodeJwt(reply.id_token).name).toBe('Grace')
  })

  test('redirects with access_denied and the state when canceled', async () => {
    const attempt = startAttempt(provider.issuer, client)
    const { leftFor } = await submitForm(attempt, { name: '', action: 'cancel' })
    expect(leftFor?.href).toStartWith(redirectUri)
    expect(leftFor?.searchParams.get('error')).toBe('access_denied')
    expect(leftFor?.searchParams.get('state')).toBe(attempt.state)
    expect(leftFor?.searchParams.has('code')).toBe(false)
  })

  test('gives fifty concurrent sign-ins their own identities', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `trader ${index}`)
    const tokens = await Promise.all(names.map((name) => signIn(provider.issuer, client, name)))
    expect(tokens.map(({ idToken }) => decodeJwt(idToken).name)).toEqual(names)
  })
})

describe('rejected authorization requests', () => {
  test.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
    ['with plain PKCE', { code_challenge_method: 'plain' }],
    ['without a PKCE method', { code_challenge_method: undefined }],
    ['without state', { state: undefined }],
    ['without nonce', { nonce: undefined }],
    ['for a token without a code', { response_type: 'id_token' }],
    ['for an unknown scope only', { scope: 'email' }],
  ])(
    '%s: redirects to the client with an error instead of showing the form',
    async (_name, changes) => {
      const { leftFor } = await createBrowser().open(
        startAttempt(provider.issuer, client, changes).url,
      )
      expect(leftFor?.origin).toBe(ORIGIN)
      const answer = new URLSearchParams(leftFor?.search || leftFor?.hash.slice(1))
      expect(answer.get('error')).toMatch(
        /^(invalid_request|unsupported_response_type|invalid_scope)$/,
      )
      expect(answer.has('code')).toBe(false)
    },
  )

  test.each([
    ['another path', `${ORIGIN}/elsewhere`],
    ['another origin', redirectUri.replace(ORIGIN, 'https://evil.example')],
    ['another port', redirectUri.replace(':3000', ':3001')],
    ['a longer path', `${redirectUri}/x`],
    ['localhost', redirectUri.replace('127.0.0.1', 'localhost')],
    ['a user part', redirectUri.replace('//', '//x@')],
    ['the web application', `${ORIGIN}/login/callback`],
    ['the desktop app', 'http://127.0.0.1:49152/callback'],
  ])('redirect to %s: shows an error page without a redirect', async (_name, redirect) => {
    const attempt = startAttempt(provider.issuer, client, { redirect_uri: redirect })
    const { leftFor, response } = await createBrowser().open(attempt.url)
    expect(leftFor).toBeUndefined()
    expect(response.status).toBe(400)
  })

  test('unknown client: shows an error page', async () => {
    const attempt = startAttempt(provider.issuer, { ...client, clientId: 'somebody' })
    const { leftFor, response } = await createBrowser().open(attempt.url)
    expect(leftFor).toBeUndefined()
    expect(response.status).toBe(400)
  })
})

describe('rejected code exchanges', () => {
  test('with another verifier', async () => {
    const { code } = await codeFor()
    const wrong = 'x'.repeat(43)
    const answer = await errorOf(await exchangeCode(provider.issuer, client, code, wrong))
    expect(answer).toMatchObject({ status: 400, reply: { error: 'invalid_grant' } })
  })

  test('of a used code', async () => {
    const { code, attempt } = await codeFor()
    const exchange = () => exchangeCode(provider.issuer, client, code, attempt.verifier)
    expect((await exchange()).status).toBe(200)
    expect(await errorOf(await exchange())).toMatchObject({
      status: 400,
      reply: { error: 'invalid_grant' },
    })
  })

  test('for another redirect', async () => {
    const { code, attempt } = await codeFor()
    const other = serverClient('http://127.0.0.1:3001')
    const answer = await exchangeCode(provider.issuer, other, code, attempt.verifier)
    expect(await errorOf(answer)).toMatchObject({ status: 400, reply: { error: 'invalid_grant' } })
  })

  test('of an unknown code', async () => {
    const answer = await exchangeCode(provider.issuer, client, 'made-up', 'x'.repeat(43))
    expect(await errorOf(answer)).toMatchObject({ status: 400, reply: { error: 'invalid_grant' } })
  })

  test.each([ORIGIN, 'https://evil.example'])('from a page of %s', async (origin) => {
    const { code, attempt } = await codeFor()
    const answer = await exchangeCode(provider.issuer, client, code, attempt.verifier, { origin })
    expect(answer.status).toBe(400)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('the server of the provider', () => {
  test('rejects a foreign host name (DNS rebinding)', async () => {
    const headers = { host: `rebound.example:${provider.port}` }
    const url = `${provider.issuer}/.well-known/openid-configuration`
    expect((await fetch(url, { headers })).status).toBe(421)
    expect((await fetch(url)).status).toBe(200)
  })

  test('prints nothing while it starts, signs a user in and stops', async () => {
    const script = `
      const { startLocalProvider } = await import('#api/modules/auth/local-provider.ts')
      const { signIn, serverClient } = await import('#tests/support/sign-in.ts')
      const provider = await startLocalProvider({ port: 0, redirectUri: '${redirectUri}' })
      await signIn(provider.issuer, serverClient('${ORIGIN}'), 'Ada')
      await provider.stop()`
    const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'pipe' })
    expect(await new Response(child.stderr).text()).toBe('')
    expect(await new Response(child.stdout).text()).toBe('')
    expect(await child.exited).toBe(0)
  })

  test('reuses a stored key and replaces an invalid one', async () => {
    let stored: string | undefined = '{"kty":"nonsense"}'
    const keys = {
      load: async () => stored,
      save: async (text: string) => {
        stored = text
      },
    }
    const kids: string[] = []
    for (let start = 0; start < 2; start++) {
      const other = await startLocalProvider({ port: 0, redirectUri, keys })
      const set = await (await fetch(other.jwksUrl)).json()
      kids.push(set.keys[0].kid)
      expect(JSON.stringify(set)).not.toContain('"d"')
      await other.stop()
    }
    expect(kids[0]).toBe(kids[1] ?? '')
    expect(stored).toContain(kids[0] ?? 'nothing')
  })

  test('rejects when the port is taken, and releases it when stopped', async () => {
    const first = await startLocalProvider({ port: 0, redirectUri })
    const again = { port: first.port, redirectUri }
    await expect(startLocalProvider(again)).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await first.stop()
    const second = await startLocalProvider(again)
    expect(second.issuer).toBe(first.issuer)
    await second.stop()
  })
})
