import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { Done } from '#shared/contract/common.ts'
import { AccountIdentities, LinkStarted } from '#shared/contract/identities.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { newcomer, renewed } from '#tests/support/crowd.ts'
import { type KakaoSite, startKakaoSite } from '#tests/support/kakao-site.ts'
import { type OidcAttempt, oidcAttempt, type oidcBrowser } from '#tests/support/oidc-client.ts'
import type { OidcStandIn } from '#tests/support/oidc-stand-in.ts'
import { idTokenFor } from '#tests/support/session-token.ts'
import type { Person, TestServer } from '#tests/support/test-server.ts'

const PATH = '/account/reauthentication'

let site: KakaoSite
let standIn: OidcStandIn
let server: TestServer
let browser: ReturnType<typeof oidcBrowser>
let subjects = 7_000_000_000

beforeAll(async () => {
  site = await startKakaoSite()
  standIn = site.standIn
  server = site.server
  browser = site.browser
})
afterAll(() => site.stop())
beforeEach(() => {
  Object.assign(standIn.plan, { subject: `${++subjects}`, claims: {} })
})

const kakaoSignIn = () => site.signIn()

const codeOf = async (person: Person, attempt: OidcAttempt, path: string) => {
  const body = { provider: 'kakao', ...attempt.query }
  const { url } = await person.api.call(LinkStarted, 'POST', `${path}/start`, body)
  const back = await browser.callback(await standIn.answer(url))
  return { url: new URL(url), code: back.searchParams.get('code') ?? '' }
}

/** Proves the sign-in again with Kakao's present person. @returns `200`, or status and code */
async function confirm(person: Person): Promise<string> {
  const attempt = oidcAttempt()
  const { code } = await codeOf(person, attempt, PATH)
  const body = { code, verifier: attempt.verifier }
  const reply = await person.api.raw('POST', `${PATH}/code`, { body })
  return reply.status === 200 ? '200' : `${reply.status} ${Reflect.get(Object(reply.body), 'code')}`
}

const REFUSED = '403 REAUTHENTICATE'
const startBody = () => ({ provider: 'kakao', ...oidcAttempt().query })

/** Replies to the calls that need a recent sign-in; none of them changes anything. */
const replies = async ({ api }: Person): Promise<Record<string, string>> => {
  const reply = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
    const result = await api.raw(method, path, { body })
    const code = Reflect.get(Object(result.body), 'code')
    return result.status === 200 ? '200' : `${result.status} ${code}`
  }
  return {
    link: await reply('POST', '/account/identities/start', startBody()),
    token: await reply('POST', '/account/identities/token', {
      tokenId: 'x',
      nonce: 'n'.repeat(43),
    }),
    unlink: await reply('DELETE', '/account/identities/2147483647'),
    export: await reply('GET', '/account/export'),
    delete: await reply('DELETE', '/account', { nickname: 'somebody else' }),
  }
}
const ACCEPTED = {
  link: '200',
  token: '422 LINK_INVALID',
  unlink: '404 NOT_FOUND',
  export: '200',
  delete: '422 NICKNAME_MISMATCH',
}
const ALL_REFUSED = Object.fromEntries(Object.keys(ACCEPTED).map((name) => [name, REFUSED]))

describe('link, unlink, export and deletion', () => {
  test('need a sign-in of at most five minutes ago, which a renewal does not move', async () => {
    const person = await newcomer(server, 'Mina')
    server.clock.advance(5 * MINUTE_MS)
    expect(await replies(person)).toEqual(ACCEPTED)
    server.clock.advance(1)
    expect(await replies(person)).toEqual(ALL_REFUSED)
    expect(await replies(await renewed(server, person))).toEqual(ALL_REFUSED)
  })

  test('are possible again after the same person has signed in, in this session only', async () => {
    const person = await kakaoSignIn()
    const other = await kakaoSignIn()
    server.clock.advance(6 * MINUTE_MS)
    expect(await confirm(person)).toBe('200')
    expect(await replies(person)).toEqual(ACCEPTED)
    expect(await replies(other)).toEqual(ALL_REFUSED)
    const nickname = claimsOf(person.token).nickname
    await person.api.call(Done, 'DELETE', '/account', { nickname })
  })

  test('count a sign-in from when the person proved it to the provider', async () => {
    const signedIn = Math.floor(server.clock.now() / 1000) - 400
    standIn.plan.claims = { auth_time: signedIn }
    expect(await replies(await kakaoSignIn())).toEqual(ALL_REFUSED)
  })
})

test('a link that began in time may end later', async () => {
  const person = await newcomer(server, 'Slow')
  server.clock.advance(4 * MINUTE_MS)
  const attempt = oidcAttempt()
  const { code } = await codeOf(person, attempt, '/account/identities')
  server.clock.advance(MINUTE_MS - 1)
  const { code: late } = await codeOf(person, attempt, '/account/identities')
  server.clock.advance(30_000)
  const body = { code: late, verifier: attempt.verifier }
  expect(code).not.toBe(late)
  expect((await person.api.raw('POST', '/account/identities/code', { body })).status).toBe(200)
})

describe('a repeated sign-in', () => {
  test('is asked of the provider anew', async () => {
    const person = await kakaoSignIn()
    const { url } = await codeOf(person, oidcAttempt(), PATH)
    expect([url.searchParams.get('prompt'), url.searchParams.get('max_age')]).toEqual([
      'login',
      '300',
    ])
  })

  test('that the provider did not ask for is refused', async () => {
    const person = await kakaoSignIn()
    server.clock.advance(6 * MINUTE_MS)
    standIn.plan.claims = { auth_time: Math.floor(server.clock.now() / 1000) - 500 }
    expect(await confirm(person)).toBe(REFUSED)
    expect(await replies(person)).toEqual(ALL_REFUSED)
  })

  test('of another person is refused, and makes no account', async () => {
    const person = await kakaoSignIn()
    const own = standIn.plan.subject
    server.clock.advance(6 * MINUTE_MS)
    standIn.plan.subject = `${++subjects}`
    const accounts = () => server.infrastructure.database.prisma.user.count()
    const before = await accounts()
    expect(await confirm(person)).toBe('409 OTHER_ACCOUNT')
    expect(await accounts()).toBe(before)
    const owner = await kakaoSignIn()
    expect(await confirm(person)).toBe('409 OTHER_ACCOUNT')
    expect(await replies(person)).toEqual(ALL_REFUSED)
    expect((await owner.api.get(AccountIdentities, '/account/identities')).length).toBe(1)
    standIn.plan.subject = own
    expect(await confirm(person)).toBe('200')
  })

  test('is no link, no sign-in, and belongs to its session', async () => {
    const person = await kakaoSignIn()
    const twin = await kakaoSignIn()
    const attempt = oidcAttempt()
    const { code } = await codeOf(person, attempt, PATH)
    const body = { code, verifier: attempt.verifier }
    expect(await person.api.refusal('POST', '/account/identities/code', body)).toBe(
      '422 LINK_INVALID',
    )
    expect(await server.api.refusal('POST', '/auth/oidc/exchange', body)).toBe(
      '401 ID_TOKEN_INVALID',
    )
    expect(await twin.api.refusal('POST', `${PATH}/code`, body)).toBe('422 LINK_INVALID')
    expect((await person.api.raw('POST', `${PATH}/code`, { body })).status).toBe(200)
    expect(await person.api.refusal('POST', `${PATH}/code`, body)).toBe('422 LINK_INVALID')
  })

  test('by an ID token has a nonce of its own', async () => {
    const person = await server.person('Local')
    server.clock.advance(6 * MINUTE_MS)
    const own = await renewed(server, person)
    const link = await idTokenFor(server, own, 'link.', 'Local')
    expect(await own.api.refusal('POST', `${PATH}/token`, link)).toBe('422 LINK_INVALID')
    const proof = await idTokenFor(server, own, 'confirm.', 'Local')
    expect(await server.api.refusal('POST', '/auth/google', proof)).toBe('401 ID_TOKEN_INVALID')
    await own.api.call(Done, 'POST', `${PATH}/token`, proof)
    expect((await replies(own)).export).toBe('200')
  })
})
