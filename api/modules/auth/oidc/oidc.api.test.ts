import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { AuthConfig, TokenPair } from '#shared/contract/auth.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { oidcAttempt, oidcBrowser } from '#tests/support/oidc-client.ts'
import { type OidcStandIn, standInEntry, startOidcStandIn } from '#tests/support/oidc-stand-in.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const PUBLIC_URL = 'https://tidemark.example'
const callbackOf = (id: string) => `${PUBLIC_URL}/api/v1/auth/oidc/${id}/callback`
const CALLBACK = callbackOf('kakao')

const WEBHOOK = { appId: '1234', adminKey: 'admin-key' }

let standIn: OidcStandIn
let server: TestServer
let browser: ReturnType<typeof oidcBrowser>

beforeAll(async () => {
  standIn = await startOidcStandIn({
    clientId: 'rest-key',
    clientSecret: 'stand-in-secret',
    redirectUris: ['kakao', 'badscope', 'badalg'].map(callbackOf),
  })
  const { issuer } = standIn
  const endpoints = {
    authorizationEndpoint: `${issuer}/oauth/authorize`,
    tokenEndpoint: `${issuer}/oauth/token`,
    jwksUri: `${issuer}/.well-known/jwks.json`,
  }
  const providers = [
    standInEntry(issuer, { webhook: WEBHOOK }),
    standInEntry(issuer.replace('127.0.0.1', 'localhost'), {
      ...{ id: 'unlike', kind: 'other', label: { en: 'Other', ko: '다른 제공자' } },
    }),
    standInEntry('http://127.0.0.1:9', { id: 'down' }),
    standInEntry('http://127.0.0.1:10', { id: 'badsecret', clientSecret: 'wrong', ...endpoints }),
    standInEntry('http://127.0.0.1:11', {
      id: 'badscope',
      scopes: ['openid', 'account_email'],
      ...endpoints,
    }),
    standInEntry('http://127.0.0.1:12', { id: 'badalg', algorithms: ['ES256'], ...endpoints }),
  ]
  server = await startTestServer({
    environment: { PUBLIC_URL, OIDC_PROVIDERS: JSON.stringify(providers) },
  })
  browser = oidcBrowser(server.url)
})
afterAll(async () => {
  await server.stop()
  await standIn.stop()
})
beforeEach(() => {
  Object.assign(standIn.plan, {
    ...{ subject: '4000000001', claims: {}, header: {} },
    ...{ signsWithOtherKey: false, isDown: false, keysAreDown: false },
  })
})

const exchange = (code: string, verifier: string) =>
  server.api.call(TokenPair, 'POST', '/auth/oidc/exchange', { code, verifier })
const refusal = (code: string, verifier: string) =>
  server.api.refusal('POST', '/auth/oidc/exchange', { code, verifier })
const codeIn = (address: URL) => address.searchParams.get('code') ?? ''
const errorIn = (address: URL) => address.searchParams.get('error')

/** Signs in and returns the claims of the access token. */
async function signIn() {
  const attempt = oidcAttempt()
  const back = await browser.signIn(attempt, standIn)
  const { token } = await exchange(codeIn(back), attempt.verifier)
  return claimsOf(token)
}

describe('a sign-in at a configured provider', () => {
  test('opens a session of an account without email', async () => {
    const attempt = oidcAttempt()
    const authorization = await browser.start(attempt)
    expect(authorization.href).toStartWith(`${standIn.issuer}/oauth/authorize?`)
    const sent = authorization.searchParams
    expect([sent.get('redirect_uri'), sent.get('scope'), sent.get('client_id')]).toEqual([
      CALLBACK,
      'openid profile_nickname',
      'rest-key',
    ])
    expect(sent.get('code_challenge_method')).toBe('S256')
    // Neither the client's secrets nor the server's are readable in the state.
    expect(sent.get('state')).not.toContain(attempt.state)
    const back = await browser.callback(await standIn.answer(authorization.href))
    expect(back.href).toStartWith(`${PUBLIC_URL}/login/callback?`)
    expect(back.searchParams.get('state')).toBe(attempt.state)
    const { token } = await exchange(codeIn(back), attempt.verifier)
    expect(claimsOf(token)).toMatchObject({
      nickname: '미나',
      email: '',
      loginMethod: 'kakao',
      loginCount: 1,
      is_admin: 0,
    })
  })

  test('ignores an email that the provider does not verify', async () => {
    Object.assign(standIn.plan, { subject: '77', claims: { email: 'boss@example.com' } })
    expect((await signIn()).email).toBe('')
  })

  test('accepts the answer as a posted form', async () => {
    const attempt = oidcAttempt()
    const { href } = await browser.start(attempt)
    const back = await browser.post(await standIn.answer(href))
    expect(claimsOf((await exchange(codeIn(back), attempt.verifier)).token).loginMethod).toBe(
      'kakao',
    )
  })

  test('is listed for the login page in the order of the configuration', async () => {
    const { provider, providers } = await server.api.get(AuthConfig, '/auth/config')
    expect([provider, providers?.map(({ id }) => id)]).toEqual([
      'local',
      ['kakao', 'unlike', 'down', 'badsecret', 'badscope', 'badalg'],
    ])
    expect(providers?.[1]).toEqual({
      id: 'unlike',
      kind: 'other',
      label: { en: 'Other', ko: '다른 제공자' },
    })
    expect(JSON.stringify(providers)).not.toContain('stand-in-secret')
  })
})

describe('a one-time code', () => {
  test('is refused for a banned user', async () => {
    const { id } = await signIn()
    await server.infrastructure.database.script(
      `UPDATE user_account SET banned_at = now() WHERE id = ${id}`,
    )
    const attempt = oidcAttempt()
    const back = await browser.signIn(attempt, standIn)
    expect(await refusal(codeIn(back), attempt.verifier)).toBe('403 BANNED')
    await server.infrastructure.database.script('UPDATE user_account SET banned_at = NULL')
  })
})

describe('the callback refuses', () => {
  const hour = Math.floor(Date.now() / 1000) - 7200
  test.each<[string, object]>([
    ['another nonce', { claims: { nonce: 'x' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['another audience', { claims: { aud: 'other-app' } }],
    ['an expired token', { claims: { iat: hour, exp: hour + 60 } }],
    ['another key', { signsWithOtherKey: true }],
    ['another type of token', { header: { typ: 'at+jwt' } }],
    ['no subject', { claims: { sub: '' } }],
  ])('an ID token with %s', async (_, plan) => {
    Object.assign(standIn.plan, plan)
    const back = await browser.signIn(oidcAttempt(), standIn)
    expect([errorIn(back), codeIn(back)]).toEqual(['refused', ''])
  })

  test('an ID token whose algorithm is not configured', async () => {
    const strict = oidcBrowser(server.url, 'badalg')
    standIn.plan.claims = { iss: 'http://127.0.0.1:12' }
    expect(errorIn(await strict.signIn(oidcAttempt(), standIn))).toBe('refused')
  })

  test('with a reason that the login page explains', async () => {
    const attempt = oidcAttempt()
    const cancelled = await browser.signIn(attempt, standIn, 'cancel')
    expect([errorIn(cancelled), cancelled.searchParams.get('state')]).toEqual([
      'cancelled',
      attempt.state,
    ])
    const scope = oidcBrowser(server.url, 'badscope')
    const koe205 = await standIn.answer((await scope.start(oidcAttempt())).href)
    expect(errorIn(await scope.callback(koe205))).toBe('misconfigured')
    expect(errorIn(await oidcBrowser(server.url, 'down').start(oidcAttempt()))).toBe('unavailable')
    const { href } = await browser.start(oidcAttempt())
    const answer = await standIn.answer(href)
    standIn.plan.isDown = true
    expect(errorIn(await browser.callback(answer))).toBe('unavailable')
    standIn.plan.isDown = false
  })

  test('a wrong client secret as a mistake of the operator', async () => {
    const wrong = oidcBrowser(server.url, 'badsecret')
    const { searchParams } = await wrong.start(oidcAttempt())
    const back = await wrong.callback(
      new URL(`http://x/?code=any&state=${searchParams.get('state')}`),
    )
    expect(errorIn(back)).toBe('misconfigured')
  })

  test('bodies other than forms', async () => {
    expect(await server.api.refusal('POST', '/auth/oidc/kakao/callback', {})).toBe(
      '415 UNSUPPORTED_MEDIA_TYPE',
    )
  })
})

describe('sign-ins are counted', () => {
  const outcomes = async (provider: string) => {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    const series = new RegExp(
      `^tidemark_sign_ins_total\\{provider="${provider}",outcome="(\\w+)"\\} (\\d+)$`,
      'gm',
    )
    return Object.fromEntries(
      [...text.matchAll(series)].map(([, outcome = '', count]) => [outcome, Number(count)]),
    )
  }
  /** Increases of a provider's counts during `work`. */
  const counted = async (provider: string, work: () => Promise<unknown>) => {
    const before = await outcomes(provider)
    await work()
    const after = Object.entries(await outcomes(provider))
    expect(after).toHaveLength(5)
    const added = after.map(([outcome, count]) => [outcome, count - (before[outcome] ?? 0)])
    return Object.fromEntries(added.filter(([, count]) => count !== 0))
  }

  test('by outcome, where the server itself finds a mistake', async () => {
    expect(await counted('kakao', signIn)).toEqual({ done: 1 })
    const down = oidcBrowser(server.url, 'down')
    expect(await counted('down', () => down.start(oidcAttempt()))).toEqual({ unavailable: 1 })
    const wrong = oidcBrowser(server.url, 'badsecret')
    const failed = await counted('badsecret', async () => {
      const { searchParams } = await wrong.start(oidcAttempt())
      await wrong.callback(new URL(`http://x/?code=any&state=${searchParams.get('state')}`))
    })
    expect(failed).toEqual({ misconfigured: 1 })
  })

  test.each([
    ['error=access_denied', { cancelled: 1 }],
    ['error=user_cancelled_authorize', { cancelled: 1 }],
    ['error=invalid_scope', { refused: 1 }],
    ['error=server_error', { refused: 1 }],
    ['error=access_denied&error_description=KOE205', { refused: 1 }],
    ['code=invented', { refused: 1 }],
    ['code=invented&iss=https%3A%2F%2Fother.example', { refused: 1 }],
    ['code=one&code=two', { refused: 1 }],
    ['response=ey.ey.ey', { refused: 1 }],
    ['', { refused: 1 }],
  ])('as refused at most for what anybody can send: %s', async (answer, expected) => {
    const added = await counted('kakao', async () => {
      const { searchParams } = await browser.start(oidcAttempt())
      await browser.callback(new URL(`http://x/?${answer}&state=${searchParams.get('state')}`))
    })
    expect(added).toEqual(expected)
  })

  test('not at all with an unknown state', async () => {
    const unknown = new URL('http://x/?error=invalid_client&state=unknown')
    expect(await counted('kakao', () => browser.callback(unknown))).toEqual({})
  })
})

describe("Kakao's unlink notice", () => {
  const notice = { app_id: '1234', user_id: '4000000001', referrer_type: 'UNLINK_FROM_APPS' }
  const path = `/auth/oidc/kakao/unlinked?${new URLSearchParams(notice).toString()}`
  const authorization = 'KakaoAK admin-key'
  const postForm = (form: Record<string, string>) =>
    fetch(`${server.url}/api/v1/auth/oidc/kakao/unlinked`, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams(form),
    })

  test('ends the sessions of that person, by GET and POST, any number of times', async () => {
    for (const way of ['GET', 'POST']) {
      const attempt = oidcAttempt()
      const code = codeIn(await browser.signIn(attempt, standIn))
      const { token, refreshToken } = await exchange(code, attempt.verifier)
      standIn.plan.subject = '4000000009'
      const other = oidcAttempt()
      const bystander = await exchange(codeIn(await browser.signIn(other, standIn)), other.verifier)
      standIn.plan.subject = '4000000001'
      for (let count = 0; count < 2; count++) {
        const status =
          way === 'GET'
            ? (await server.api.raw('GET', path, { headers: { authorization } })).status
            : (await postForm(notice)).status
        expect(status).toBe(200)
      }
      const api = server.api.as(token)
      expect(await api.refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
      expect(await server.api.refusal('POST', '/auth/refresh-token', { refreshToken })).toBe(
        '401 REFRESH_INVALID',
      )
      const { status } = await server.api.as(bystander.token).raw('GET', '/profile')
      expect(status).toBe(200)
    }
    // The account is not lost: the same person can consent again.
    expect((await signIn()).loginCount).toBeGreaterThan(1)
  })

  test('is refused from another sender, for another application and without a webhook', async () => {
    const send = async (header: string, to = path) => {
      const { status } = await server.api.raw('GET', to, { headers: { authorization: header } })
      return status
    }
    expect(await send('KakaoAK wrong-key')).toBe(401)
    expect(await send('admin-key')).toBe(401)
    expect(await send(authorization, path.replace('1234', '4321'))).toBe(401)
    expect(await send(authorization, path.replace('kakao', 'unlike'))).toBe(404)
    expect((await postForm({ app_id: '1234' })).status).toBe(422)
  })
})
