import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { AccountExport } from '#shared/contract/account-export.ts'
import { Done } from '#shared/contract/common.ts'
import { AccountIdentities, LinkStarted } from '#shared/contract/identities.ts'
import { Profile } from '#shared/contract/profile.ts'
import { claimsOf, conform } from '#tests/support/api-client.ts'
import { newcomer, signedInAs } from '#tests/support/crowd.ts'
import { type KakaoSite, PUBLIC_URL, startKakaoSite } from '#tests/support/kakao-site.ts'
import { type OidcAttempt, oidcAttempt, type oidcBrowser } from '#tests/support/oidc-client.ts'
import type { OidcStandIn } from '#tests/support/oidc-stand-in.ts'
import { idTokenFor } from '#tests/support/session-token.ts'
import type { Person, TestServer } from '#tests/support/test-server.ts'

const WEBHOOK = { appId: '1234', adminKey: 'admin-key' }

let site: KakaoSite
let standIn: OidcStandIn
let server: TestServer
let browser: ReturnType<typeof oidcBrowser>
let subjects = 5_000_000_000

beforeAll(async () => {
  site = await startKakaoSite({ entry: { webhook: WEBHOOK } })
  standIn = site.standIn
  server = site.server
  browser = site.browser
})
afterAll(() => site.stop())
beforeEach(() => {
  standIn.plan.subject = `${++subjects}`
})

const listOf = ({ api }: Person) => api.get(AccountIdentities, '/account/identities')

/** The one-time code of a link that `person` began. */
async function linkCode(person: Person, attempt: OidcAttempt): Promise<string> {
  const body = { provider: 'kakao', ...attempt.query }
  const { url } = await person.api.call(LinkStarted, 'POST', '/account/identities/start', body)
  const back = await browser.callback(await standIn.answer(url))
  expect(back.href).toStartWith(`${PUBLIC_URL}/login/callback?`)
  return back.searchParams.get('code') ?? ''
}

const redeem = (person: Person, code: string, { verifier }: OidcAttempt) =>
  person.api.raw('POST', '/account/identities/code', { body: { code, verifier } })

/** Links Kakao's present person. @returns status, or status and code of the refusal */
async function link(person: Person): Promise<string> {
  const attempt = oidcAttempt()
  const { status, body } = await redeem(person, await linkCode(person, attempt), attempt)
  return status === 200 ? '200' : `${status} ${Reflect.get(Object(body), 'code')}`
}

const kakaoSignIn = () => site.signIn()

async function unlink({ api }: Person, id: number | undefined): Promise<string> {
  const { status, body } = await api.raw('DELETE', `/account/identities/${id}`)
  return status === 200 ? '200' : `${status} ${Reflect.get(Object(body), 'code')}`
}

const acts = async (userId: number) => {
  const read =
    "SELECT act FROM moderation_act WHERE subject_id = $1 AND source = 'self' ORDER BY id"
  const rows = await server.infrastructure.database.query(statement(read, { act: column.text }), [
    userId,
  ])
  return rows.map(({ act }) => act)
}
const setAccount = (id: number, change: string) =>
  server.infrastructure.database.script(`UPDATE user_account SET ${change} WHERE id = ${id}`)

/** Makes the links of a person older than the hours in which older identities stay. */
const ageLinks = ({ id }: Person) =>
  server.infrastructure.database.script(
    `UPDATE identity SET created = created - interval '73 hours' WHERE user_id = ${id}`,
  )

describe('a linked identity', () => {
  test('signs in to the same account, which keeps its email and login method', async () => {
    const person = await server.person('Mina')
    const { email } = claimsOf(person.token)
    expect(await link(person)).toBe('200')
    const again = await kakaoSignIn()
    expect(claimsOf(again.token)).toMatchObject({ id: person.id, email, loginMethod: 'local' })
    expect((await listOf(again)).map(({ kind, current }) => [kind, current])).toEqual([
      ['local', false],
      ['kakao', true],
    ])
    expect(await acts(person.id)).toEqual(['link_identity'])
  })

  test('is linked once, whatever is repeated', async () => {
    const person = await newcomer(server, 'Twice')
    expect([await link(person), await link(person)]).toEqual(['200', '200'])
    expect(await listOf(person)).toHaveLength(2)
    expect(await acts(person.id)).toEqual(['link_identity'])
  })

  test('is in the export, with the sessions that it opened', async () => {
    const person = await newcomer(server, 'Exporter')
    await link(person)
    const { api } = await kakaoSignIn()
    const { identities, sessions } = conform(
      AccountExport,
      (await api.raw('GET', '/account/export')).body,
    )
    expect(identities.map(({ loginMethod, subject }) => [loginMethod, subject])).toEqual([
      ['local', expect.any(String)],
      ['kakao', standIn.plan.subject],
    ])
    expect(sessions.some(({ identityId }) => identityId === identities[1]?.id)).toBe(true)
  })
})

describe('a link is refused', () => {
  test('to an identity of another account, which changes nothing', async () => {
    const owner = await kakaoSignIn()
    const person = await newcomer(server, 'Other')
    expect(await link(person)).toBe('409 IDENTITY_TAKEN')
    expect((await kakaoSignIn()).id).toBe(owner.id)
    expect(await listOf(person)).toHaveLength(1)
  })

  test('when two accounts ask at once: one gets it', async () => {
    for (let round = 0; round < 5; round++) {
      standIn.plan.subject = `${++subjects}`
      const people = [await newcomer(server, 'One'), await newcomer(server, 'Two')]
      const codes = []
      for (const person of people) {
        const attempt = oidcAttempt()
        codes.push({ person, attempt, code: await linkCode(person, attempt) })
      }
      const replies = await Promise.all(
        codes.map(({ person, attempt, code }) => redeem(person, code, attempt)),
      )
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    }
  })

  test('to another session, also of the same person, and to a sign-in', async () => {
    const person = await newcomer(server, 'Starter')
    const attempt = oidcAttempt()
    const code = await linkCode(person, attempt)
    const victim = await newcomer(server, 'Victim')
    const twin = await signedInAs(server, person.id)
    for (const other of [victim, twin]) {
      expect(await redeem(other, code, attempt)).toMatchObject({
        status: 422,
        body: { code: 'LINK_INVALID' },
      })
    }
    const body = { code, verifier: attempt.verifier }
    expect(await server.api.refusal('POST', '/auth/oidc/exchange', body)).toBe(
      '401 ID_TOKEN_INVALID',
    )
    expect((await redeem(person, code, oidcAttempt())).status).toBe(422)
    expect((await redeem(person, code, attempt)).status).toBe(200)
    expect((await redeem(person, code, attempt)).status).toBe(422)
  })

  test('with the code of a sign-in', async () => {
    const person = await newcomer(server, 'Careless')
    const attempt = oidcAttempt()
    const code = (await browser.signIn(attempt, standIn)).searchParams.get('code') ?? ''
    expect((await redeem(person, code, attempt)).status).toBe(422)
  })

  test('to a banned person, and of an erased account that was banned', async () => {
    const banned = await newcomer(server, 'Banned')
    const attempt = oidcAttempt()
    const code = await linkCode(banned, attempt)
    await setAccount(banned.id, 'banned_at = now()')
    expect((await redeem(banned, code, attempt)).body).toMatchObject({ code: 'BANNED' })
    const former = await kakaoSignIn()
    await setAccount(former.id, 'banned_at = now()')
    await server.services.account.delete(former.id, claimsOf(former.token).nickname)
    expect(await link(await newcomer(server, 'Fresh'))).toBe('403 BANNED')
  })

  test('beyond ten identities', async () => {
    const person = await newcomer(server, 'Collector')
    for (let count = 0; count < 9; count++) {
      standIn.plan.subject = `${++subjects}`
      expect(await link(await signedInAs(server, person.id))).toBe('200')
    }
    standIn.plan.subject = `${++subjects}`
    expect(await link(await signedInAs(server, person.id))).toBe('409 IDENTITY_LIMIT')
  })
})

test('an ID token links for the session that asked for it only, and signs nobody in', async () => {
  const [person, victim] = [await newcomer(server, 'Local'), await newcomer(server, 'Victim')]
  const body = await idTokenFor(server, person, 'link.', 'Typed name')
  const { tokenId } = body
  const path = '/account/identities/token'
  for (const sent of [body, { tokenId }]) {
    expect(await server.api.refusal('POST', '/auth/google', sent)).toBe('401 ID_TOKEN_INVALID')
  }
  expect(await victim.api.refusal('POST', path, body)).toBe('422 LINK_INVALID')
  await person.api.call(Done, 'POST', path, body)
  expect(await person.api.refusal('POST', path, body)).toBe('422 LINK_INVALID')
  expect((await server.person('Typed name')).id).toBe(person.id)
})

describe('unlinking', () => {
  test('ends the sessions that the identity opened, not the one that asks', async () => {
    const person = await newcomer(server, 'Leaver')
    await link(person)
    const [first, second] = [await kakaoSignIn(), await kakaoSignIn()]
    const [, kakao] = await listOf(first)
    expect(await unlink(first, kakao?.id)).toBe('200')
    expect(await second.api.refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
    const { refreshToken } = second
    expect(await server.api.refusal('POST', '/auth/refresh-token', { refreshToken })).toBe(
      '401 REFRESH_INVALID',
    )
    for (const { api } of [first, person]) await api.get(Profile, '/profile')
    expect(await acts(person.id)).toEqual(['link_identity', 'unlink_identity'])
    const stranger = await kakaoSignIn()
    expect(stranger.id).not.toBe(person.id)
    expect((await stranger.api.get(Profile, '/profile')).ranksFrom).not.toBeNull()
  })

  test('never the last one, one of somebody else or an unknown one', async () => {
    const [person, other] = [await newcomer(server, 'Lonely'), await newcomer(server, 'Other')]
    const [own] = await listOf(person)
    expect(await unlink(person, own?.id)).toBe('409 LAST_IDENTITY')
    expect(await unlink(other, own?.id)).toBe('404 NOT_FOUND')
    await link(person)
    await ageLinks(person)
    const ids = (await listOf(person)).map(({ id }) => id)
    const replies = await Promise.all(ids.map((id) => unlink(person, id)))
    expect(replies.sort()).toEqual(['200', '409 LAST_IDENTITY'])
    expect(await listOf(person)).toHaveLength(1)
  })

  test('the first one takes its email along; the next one gives its own', async () => {
    const person = await kakaoSignIn()
    await setAccount(person.id, "email = 'first@example.com'")
    standIn.plan.subject = `${++subjects}`
    await link(person)
    await ageLinks(person)
    const [first] = await listOf(person)
    await unlink(person, first?.id)
    expect(await person.api.get(Profile, '/profile')).toMatchObject({
      email: '',
      loginMethod: 'kakao',
    })
    expect((await kakaoSignIn()).id).toBe(person.id)
  })

  test('is no way out of a mute', async () => {
    const person = await newcomer(server, 'Muted')
    await link(person)
    const until = '2027-01-01T00:00:00.000Z'
    await setAccount(person.id, `muted_until = '${until}'`)
    const [, kakao] = await listOf(person)
    await unlink(person, kakao?.id)
    const mutedUntil = async ({ api }: Person) => (await api.get(Profile, '/profile')).mutedUntil
    const another = await newcomer(server, 'Another')
    expect(await link(another)).toBe('200')
    expect(await mutedUntil(another)).toBe(until)
  })
})

test('the erasure of an account remembers each of its identities', async () => {
  const person = await kakaoSignIn()
  const firstSubject = standIn.plan.subject
  standIn.plan.subject = `${++subjects}`
  await link(person)
  await server.services.account.delete(person.id, claimsOf(person.token).nickname)
  for (const subject of [firstSubject, standIn.plan.subject]) {
    standIn.plan.subject = subject
    const { api, id } = await kakaoSignIn()
    expect(id).not.toBe(person.id)
    expect((await api.get(Profile, '/profile')).ranksFrom).not.toBeNull()
  }
})

test("Kakao's notice removes the identity and its sessions, but never the last one", async () => {
  const notice = () => {
    const query = new URLSearchParams({ app_id: '1234', user_id: standIn.plan.subject })
    const headers = { authorization: 'KakaoAK admin-key' }
    return server.api.raw('GET', `/auth/oidc/kakao/unlinked?${query}`, { headers })
  }
  const person = await newcomer(server, 'Both')
  await link(person)
  const opened = await kakaoSignIn()
  await notice()
  expect(await opened.api.refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
  expect((await listOf(person)).map(({ kind }) => kind)).toEqual(['local'])
  await notice()
  const only = await kakaoSignIn()
  await notice()
  expect(await only.api.refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
  expect((await kakaoSignIn()).id).toBe(only.id)
})
