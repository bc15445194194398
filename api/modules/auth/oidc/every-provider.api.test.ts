import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { AuthConfig, TokenPair } from '#shared/contract/auth.ts'
import { Done } from '#shared/contract/common.ts'
import { AccountIdentities, LinkStarted } from '#shared/contract/identities.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { renewed } from '#tests/support/crowd.ts'
import { startGoogleStandIn } from '#tests/support/google-stand-in.ts'
import {
  localPerson,
  type OidcAttempt,
  oidcAttempt,
  oidcBrowser,
} from '#tests/support/oidc-client.ts'
import { type OidcStandIn, standInEntry, startOidcStandIn } from '#tests/support/oidc-stand-in.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

const PUBLIC_URL = 'https://tidemark.example'
const callbackOf = (id: string) => `${PUBLIC_URL}/api/v1/auth/oidc/${id}/callback`
const GOOGLE = { clientId: 'web.apps.googleusercontent.com', clientSecret: 'google-secret' }

let kakao: OidcStandIn
let google: OidcStandIn
/** Servers whose own provider is the embedded one, and Google. */
let withLocal: TestServer
let withGoogle: TestServer

beforeAll(async () => {
  kakao = await startOidcStandIn({
    clientId: 'rest-key',
    clientSecret: 'stand-in-secret',
    redirectUris: [callbackOf('kakao')],
  })
  google = await startGoogleStandIn(GOOGLE, callbackOf('google'))
  const environment = { PUBLIC_URL, OIDC_PROVIDERS: JSON.stringify([standInEntry(kakao.issuer)]) }
  withLocal = await startTestServer({ environment })
  withGoogle = await startTestServer({
    environment: {
      ...environment,
      GOOGLE_CLIENT_ID: GOOGLE.clientId,
      GOOGLE_CLIENT_SECRET: GOOGLE.clientSecret,
    },
  })
})
afterAll(async () => {
  for (const one of [withLocal, withGoogle, google, kakao]) await one.stop()
})

/** The person of `name` at a stand-in. */
function standInPerson(standIn: OidcStandIn, name: string) {
  return {
    answer(url: string, decision?: 'agree' | 'cancel') {
      standIn.plan.subject = name
      const email = `${name}@example.com`
      standIn.plan.claims = { email, email_verified: true, given_name: name, nickname: name }
      return standIn.answer(url, decision)
    },
  }
}

const PROVIDERS = [
  ['local', () => withLocal, (name: string) => localPerson(name)],
  ['google', () => withGoogle, (name: string) => standInPerson(google, name)],
  ['kakao', () => withLocal, (name: string) => standInPerson(kakao, name)],
] as const

const codeIn = (address: URL) => address.searchParams.get('code') ?? ''
const errorIn = (address: URL) => address.searchParams.get('error')
const INVALID = '401 ID_TOKEN_INVALID'

describe.each(PROVIDERS)('a sign-in with %s', (id, serverOf, person) => {
  let server: TestServer
  let browser: ReturnType<typeof oidcBrowser>
  beforeAll(() => {
    server = serverOf()
    browser = oidcBrowser(server.url, id)
  })

  const exchange = ({ verifier }: OidcAttempt, code: string) =>
    server.api.call(TokenPair, 'POST', '/auth/oidc/exchange', { code, verifier })
  const refusal = ({ verifier }: OidcAttempt, code: string) =>
    server.api.refusal('POST', '/auth/oidc/exchange', { code, verifier })

  const signIn = async (name: string): Promise<Person> => {
    const attempt = oidcAttempt()
    const pair = await exchange(attempt, codeIn(await browser.signIn(attempt, person(name))))
    return { ...pair, id: claimsOf(pair.token).id, api: server.api.as(pair.token) }
  }

  /** Begins at an account route, answers as `name`, and redeems the code there. */
  const prove = async ({ api }: Person, path: string, name: string): Promise<string> => {
    const attempt = oidcAttempt()
    const body = { provider: id, ...attempt.query }
    const { url } = await api.call(LinkStarted, 'POST', `${path}/start`, body)
    const code = codeIn(await browser.callback(await person(name).answer(url)))
    const proof = { code, verifier: attempt.verifier }
    const reply = await api.raw('POST', `${path}/code`, { body: proof })
    return reply.status === 200
      ? '200'
      : `${reply.status} ${Reflect.get(Object(reply.body), 'code')}`
  }

  test('proves the server to the provider by state, nonce and PKCE, and hides its secrets', async () => {
    const attempt = oidcAttempt({ locale: 'ko' })
    const { href, searchParams } = await browser.start(attempt)
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    expect(searchParams.get('ui_locales')).toBe('ko')
    for (const name of ['code_challenge', 'nonce']) {
      expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/)
      expect(searchParams.get(name)).not.toBe(attempt.query.challenge)
    }
    for (const secret of [attempt.state, attempt.verifier, 'secret']) {
      expect(href).not.toContain(secret)
    }
  })

  test('opens a session of the same account each time, by its own login method', async () => {
    const { token, id: userId } = await signIn('mina')
    expect(claimsOf(token)).toMatchObject({ nickname: 'mina', loginMethod: id })
    expect((await signIn('mina')).id).toBe(userId)
    expect((await signIn('juno')).id).not.toBe(userId)
  })

  test('returns to the page, or to the port of the desktop app, and nowhere else', async () => {
    const web = await browser.signIn(oidcAttempt(), person('mina'))
    expect(web.href).toStartWith(`${PUBLIC_URL}/login/callback?`)
    const attempt = oidcAttempt({ port: '41234' })
    const desktop = await browser.signIn(attempt, person('mina'))
    expect(desktop.origin + desktop.pathname).toBe('http://127.0.0.1:41234/callback')
    expect(desktop.searchParams.get('state')).toBe(attempt.state)
    for (const port of ['80', '70000', '1.5', '8080@evil.example', 'evil.example']) {
      const query = new URLSearchParams({ ...oidcAttempt().query, port }).toString()
      const path = `/auth/oidc/${id}/start?${query}`
      expect(await server.api.refusal('GET', path)).toBe('422 INVALID')
    }
  })

  test('reports a cancellation to its client', async () => {
    const attempt = oidcAttempt()
    const back = await browser.signIn(attempt, person('mina'), 'cancel')
    expect([errorIn(back), back.searchParams.get('state'), codeIn(back)]).toEqual([
      'cancelled',
      attempt.state,
      '',
    ])
  })

  test('accepts a state once, unchanged and within ten minutes', async () => {
    const answer = async () => person('mina').answer((await browser.start(oidcAttempt())).href)
    const used = await answer()
    expect(errorIn(await browser.callback(used))).toBeNull()
    const changed = await answer()
    changed.searchParams.set('state', `${changed.searchParams.get('state')}x`)
    const late = await answer()
    server.clock.advance(10 * MINUTE_MS + 1000)
    for (const one of [used, changed, late]) {
      expect((await browser.callback(one)).href).toBe(`${PUBLIC_URL}/login/callback?error=refused`)
    }
  })

  test('refuses the code of another attempt at the provider (PKCE, nonce), and a used one', async () => {
    const [one, other] = [await browser.start(oidcAttempt()), await browser.start(oidcAttempt())]
    const mixed = await person('mina').answer(one.href)
    mixed.searchParams.set('state', other.searchParams.get('state') ?? '')
    const next = await person('mina').answer((await browser.start(oidcAttempt())).href)
    next.searchParams.set('code', codeIn(mixed))
    for (const answer of [mixed, next]) {
      const back = await browser.callback(answer)
      expect([errorIn(back), codeIn(back)]).toEqual(['refused', ''])
    }
  })

  test('refuses an answer in the name of another issuer', async () => {
    const answer = await person('mina').answer((await browser.start(oidcAttempt())).href)
    answer.searchParams.set('iss', 'https://evil.example')
    expect(errorIn(await browser.callback(answer))).toBe('refused')
  })

  test('accepts a one-time code once, from its client and within a minute', async () => {
    const [own, other] = [oidcAttempt(), oidcAttempt()]
    const code = codeIn(await browser.signIn(own, person('mina')))
    expect(await refusal(other, code)).toBe(INVALID)
    expect(await refusal(own, `${code}x`)).toBe(INVALID)
    const twenty = Array.from({ length: 20 }, () =>
      server.api.raw('POST', '/auth/oidc/exchange', { body: { code, verifier: own.verifier } }),
    )
    const statuses = (await Promise.all(twenty)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const late = codeIn(await browser.signIn(other, person('mina')))
    server.clock.advance(MINUTE_MS + 1000)
    expect(await refusal(other, late)).toBe(INVALID)
  })

  test('repeated gives back what a stolen token must not do, to the same person only', async () => {
    const first = await signIn('mina')
    server.clock.advance(6 * MINUTE_MS)
    const own = await renewed(server, first)
    const stale = () => own.api.refusal('GET', '/account/export')
    expect(await stale()).toBe('403 REAUTHENTICATE')
    expect(await prove(own, '/account/reauthentication', 'somebody')).toBe('409 OTHER_ACCOUNT')
    expect(await stale()).toBe('403 REAUTHENTICATE')
    expect(await prove(own, '/account/reauthentication', 'mina')).toBe('200')
    expect((await own.api.raw('GET', '/account/export')).status).toBe(200)
  })

  test('links to the account of the session that began it, once and to one account', async () => {
    const [owner, other] = [await signIn(`owner-${id}`), await signIn(`other-${id}`)]
    expect(await prove(owner, '/account/identities', `second-${id}`)).toBe('200')
    expect(await owner.api.get(AccountIdentities, '/account/identities')).toHaveLength(2)
    expect((await signIn(`second-${id}`)).id).toBe(owner.id)
    expect(await prove(other, '/account/identities', `second-${id}`)).toBe('409 IDENTITY_TAKEN')
  })

  test('keeps its purpose: the codes of sign-ins, links and repetitions do not replace each other', async () => {
    const me = await signIn(`purpose-${id}`)
    const twin = await signIn(`purpose-${id}`)
    const start = async (path: string | null) => {
      const attempt = oidcAttempt()
      const body = { provider: id, ...attempt.query }
      const url = path
        ? (await me.api.call(LinkStarted, 'POST', `${path}/start`, body)).url
        : (await browser.start(attempt)).href
      const code = codeIn(await browser.callback(await person(`purpose-${id}`).answer(url)))
      return { code, verifier: attempt.verifier }
    }
    const paths = ['/account/identities', '/account/reauthentication'] as const
    const proofs = [await start(null), await start(paths[0]), await start(paths[1])] as const
    for (const proof of proofs.slice(1)) {
      expect(await server.api.refusal('POST', '/auth/oidc/exchange', proof)).toBe(INVALID)
    }
    for (const [path, foreign] of [
      [paths[0], [proofs[0], proofs[2]]],
      [paths[1], [proofs[0], proofs[1]]],
    ] as const) {
      for (const proof of foreign) {
        expect(await me.api.refusal('POST', `${path}/code`, proof)).toBe('422 LINK_INVALID')
      }
    }
    expect(await twin.api.refusal('POST', `${paths[0]}/code`, proofs[1])).toBe('422 LINK_INVALID')
    expect(await twin.api.refusal('POST', `${paths[1]}/code`, proofs[2])).toBe('422 LINK_INVALID')
    await me.api.call(Done, 'POST', `${paths[1]}/code`, proofs[2])
  })
})

test.each([
  ['local', 'kakao', () => withLocal],
  ['kakao', 'local', () => withLocal],
  ['google', 'kakao', () => withGoogle],
  ['kakao', 'google', () => withGoogle],
] as const)(
  'an answer of %s is refused at the callback of %s (mix-up)',
  async (from, to, server) => {
    const { url } = server()
    const { href } = await oidcBrowser(url, from).start(oidcAttempt())
    const [, , person] = PROVIDERS.find(([id]) => id === from) ?? PROVIDERS[0]
    const answer = await person('mina').answer(href)
    const back = await oidcBrowser(url, to).callback(answer)
    expect(back.href).toBe(`${PUBLIC_URL}/login/callback?error=refused`)
  },
)

describe('Google', () => {
  test("has one account for the desktop app and for the web build's button", async () => {
    const attempt = oidcAttempt({ port: '41234' })
    const browser = oidcBrowser(withGoogle.url, 'google')
    const back = await browser.signIn(attempt, standInPerson(google, 'hana'))
    const body = { code: codeIn(back), verifier: attempt.verifier }
    const desktop = await withGoogle.api.call(TokenPair, 'POST', '/auth/oidc/exchange', body)
    // The button's script gets an ID token for the same client id.
    const request = new URL(`${google.issuer}/oauth/authorize`)
    request.search = new URLSearchParams({
      client_id: GOOGLE.clientId,
      redirect_uri: callbackOf('google'),
      scope: 'openid email profile',
    }).toString()
    const { searchParams } = await standInPerson(google, 'hana').answer(request.href)
    // The token is judged by the server's clock.
    const iat = Math.floor(withGoogle.clock.now() / 1000)
    Object.assign(google.plan.claims, { iat, exp: iat + 60 })
    const reply = await fetch(`${google.issuer}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_secret: GOOGLE.clientSecret,
        redirect_uri: callbackOf('google'),
        code: searchParams.get('code') ?? '',
      }),
    })
    const { id_token: tokenId }: { id_token: string } = JSON.parse(await reply.text())
    const web = await withGoogle.api.signIn(tokenId)
    expect(claimsOf(web.token).id).toBe(claimsOf(desktop.token).id)
  })

  test('is sent the client secret by the server only, and asked anew with what it knows', async () => {
    const attempt = oidcAttempt()
    google.requests.length = 0
    const browser = oidcBrowser(withGoogle.url, 'google')
    const back = await browser.signIn(attempt, standInPerson(google, 'mina'))
    const [page, token] = google.requests
    expect([page?.get('client_secret'), page?.get('prompt')]).toEqual([null, null])
    expect(token?.get('client_secret')).toBe(GOOGLE.clientSecret)
    const body = { code: codeIn(back), verifier: attempt.verifier }
    const pair = await withGoogle.api.call(TokenPair, 'POST', '/auth/oidc/exchange', body)
    const { url } = await withGoogle.api
      .as(pair.token)
      .call(LinkStarted, 'POST', '/account/reauthentication/start', {
        provider: 'google',
        ...oidcAttempt().query,
      })
    expect([...new URL(url).searchParams].filter(([name]) => /prompt|max_age/.test(name))).toEqual([
      ['prompt', 'select_account'],
    ])
  })

  test('refuses an account whose email it has not verified', async () => {
    const browser = oidcBrowser(withGoogle.url, 'google')
    const { href } = await browser.start(oidcAttempt())
    google.plan.claims = { email: 'boss@example.com', email_verified: false }
    expect(errorIn(await browser.callback(await google.answer(href)))).toBe('refused')
  })

  test('is offered to the desktop app with a client secret only', async () => {
    const config = (server: TestServer) => server.api.get(AuthConfig, '/auth/config')
    expect(await config(withGoogle)).toMatchObject({ provider: 'google', startId: 'google' })
    const buttonOnly = await startTestServer({
      environment: { PUBLIC_URL, GOOGLE_CLIENT_ID: GOOGLE.clientId },
    })
    const { clientId, startId } = await config(buttonOnly)
    expect([clientId, startId]).toEqual([GOOGLE.clientId, undefined])
    const query = new URLSearchParams(oidcAttempt().query).toString()
    for (const id of ['google', 'local']) {
      const path = `/auth/oidc/${id}/start?${query}`
      expect(await buttonOnly.api.refusal('GET', path)).toBe('404 NOT_FOUND')
    }
    await buttonOnly.stop()
  })
})

test("a server of one's own is open by either name of this machine, a site by its public one", async () => {
  const server = await startTestServer()
  const { port } = new URL(server.url)
  const originOf = async (at: string, headers: Record<string, string> = {}) => {
    const attempt = oidcAttempt()
    const query = new URLSearchParams(attempt.query).toString()
    const path = `/api/v1/auth/oidc/local/start?${query}`
    const reply = await fetch(at + path, { redirect: 'manual', headers })
    const answer = await localPerson('mina').answer(reply.headers.get('location') ?? '')
    return (await oidcBrowser(server.url, 'local').callback(answer)).origin
  }
  for (const own of [`http://127.0.0.1:${port}`, `http://localhost:${port}`]) {
    expect(await originOf(own)).toBe(own)
  }
  expect(await originOf(server.url, { host: 'evil.example' })).toBe(server.url)
  await server.stop()
})
