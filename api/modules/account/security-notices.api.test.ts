import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { Done } from '#shared/contract/common.ts'
import { ErrorReply } from '#shared/contract/errors.ts'
import { AccountIdentities, LinkStarted } from '#shared/contract/identities.ts'
import { NotificationList } from '#shared/contract/notifications.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { claimsOf, conform } from '#tests/support/api-client.ts'
import { signedInAs } from '#tests/support/crowd.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type KakaoSite, startKakaoSite } from '#tests/support/kakao-site.ts'
import { oidcAttempt, type oidcBrowser } from '#tests/support/oidc-client.ts'
import type { OidcStandIn } from '#tests/support/oidc-stand-in.ts'
import { addPushDevice, runNotifications } from '#tests/support/push-person.ts'
import { type PushService, pushService } from '#tests/support/push-service.ts'
import { openStream } from '#tests/support/stream-client.ts'
import type { Person, TestServer } from '#tests/support/test-server.ts'

let site: KakaoSite
let standIn: OidcStandIn
let server: TestServer
let service: PushService
let browser: ReturnType<typeof oidcBrowser>
let subjects = 8_000_000_000
/** Messages reach the push service once it is resolved. */
let held = Promise.resolve()

beforeAll(async () => {
  service = pushService()
  const pushFetch: PushService['fetch'] = async (endpoint, init) => {
    await held
    return service.fetch(endpoint, init)
  }
  site = await startKakaoSite({ pushFetch })
  standIn = site.standIn
  server = site.server
  browser = site.browser
})
afterAll(() => site.stop())
beforeEach(() => {
  standIn.plan.subject = `${++subjects}`
  service.received.length = 0
})

const kakaoSignIn = () => site.signIn()

/** Links Kakao's present person. */
async function link({ api }: Person): Promise<void> {
  const attempt = oidcAttempt()
  const body = { provider: 'kakao', ...attempt.query }
  const { url } = await api.call(LinkStarted, 'POST', '/account/identities/start', body)
  const back = await browser.callback(await standIn.answer(url))
  const code = { code: back.searchParams.get('code') ?? '', verifier: attempt.verifier }
  await api.call(Done, 'POST', '/account/identities/code', code)
}

const identitiesOf = ({ api }: Person) => api.get(AccountIdentities, '/account/identities')
const remove = async ({ api }: Person, id = 0) => {
  const { status, body } = await api.raw('DELETE', `/account/identities/${id}`)
  return status === 200 ? { status } : { status, ...conform(ErrorReply, body) }
}
/** Titles that the devices got. */
const pushed = () =>
  service.received.map(({ text }): string => JSON.parse(text).notification.title).sort()
const noticesOf = async ({ id }: Person) => {
  const { api } = await signedInAs(server, id)
  const { items } = await api.get(NotificationList, '/notifications')
  return items.map(({ kind, security }) => [kind, security])
}

describe('a notice', () => {
  test('of a link goes to every session and device, also at night, whatever is switched off', async () => {
    const person = await server.person('Mina')
    const other = await signedInAs(server, person.id)
    // 02:30 in London is in its quiet hours.
    await addPushDevice(person, service, 'Europe/London')
    await addPushDevice(other, service, 'Asia/Seoul', 'ko-KR')
    const off = { settled: false, closing: false, season: false, opened: false }
    await person.api.call(Done, 'PUT', '/notifications/settings', off)
    await link(person)
    await runNotifications(server)
    expect(pushed()).toEqual([
      'Sign-in method added: Kakao',
      '로그인 방법이 추가되었습니다: 카카오',
    ])
    expect(await noticesOf(person)).toEqual([['security', { act: 'link', provider: 'kakao' }]])
    expect(JSON.stringify(service.received.map(({ text }) => text))).not.toContain('@')
  })

  test('of each act reaches open windows and apps at once', async () => {
    const person = await server.person('Watching')
    const stream = await openStream(server.url)
    stream.send(`alerts ${person.token}`)
    await link(person)
    const [, kakao] = await identitiesOf(person)
    await remove(person, kakao?.id)
    await person.api.raw('GET', '/account/export')
    for (const act of ['link', 'unlink', 'export']) {
      const { notification } = await stream.next('alert')
      expect(notification).toMatchObject({ kind: 'security', security: { act } })
    }
    stream.close()
  })

  test('of an unlink reaches the sessions that it ends', async () => {
    const person = await server.person('Nari')
    await link(person)
    const opened = await kakaoSignIn()
    await addPushDevice(opened, service)
    await runNotifications(server)
    service.received.length = 0
    const [, kakao] = await identitiesOf(person)
    expect(await remove(person, kakao?.id)).toEqual({ status: 200 })
    await runNotifications(server)
    expect(pushed()).toEqual(['Sign-in method removed: Kakao'])
  })

  test('of an export', async () => {
    const person = await server.person('Owner')
    await addPushDevice(person, service)
    await person.api.raw('GET', '/account/export')
    await runNotifications(server)
    expect(pushed()).toEqual(['Your data was downloaded'])
    expect(await noticesOf(person)).toEqual([['security', { act: 'export', provider: null }]])
  })

  test('of a deletion is pushed to every device, for which its reply does not wait', async () => {
    const person = await server.person('Leaver')
    const other = await signedInAs(server, person.id)
    for (const { api } of [person, other]) await addPushDevice({ api }, service)
    const nickname = claimsOf(person.token).nickname
    expect(await person.api.refusal('DELETE', '/account', { nickname: 'Other' })).toBe(
      '422 NICKNAME_MISMATCH',
    )
    expect(pushed()).toEqual([])
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    await person.api.call(Done, 'DELETE', '/account', { nickname })
    expect(pushed()).toEqual([])
    resolve()
    await eventually(() => pushed().length === 2)
    expect(pushed()).toEqual(['Your account was deleted', 'Your account was deleted'])
  })
})

describe('after a link', () => {
  test('older sign-in methods stay for 72 hours; the new one can go at once', async () => {
    const person = await server.person('Careful')
    await link(person)
    const [first, kakao] = await identitiesOf(person)
    const until = new Date(server.clock.now() + 72 * HOUR_MS).toISOString()
    expect([first?.removableFrom, kakao?.removableFrom]).toEqual([until, null])
    expect(await remove(person, first?.id)).toMatchObject({
      status: 409,
      code: 'IDENTITY_HELD',
      until,
    })
    expect(await remove(person, kakao?.id)).toEqual({ status: 200 })
  })

  test('older ones can be removed afterwards', async () => {
    const person = await server.person('Patient')
    await link(person)
    const [first] = await identitiesOf(person)
    server.clock.advance(72 * HOUR_MS - 1)
    expect(await remove(await signedInAs(server, person.id), first?.id)).toMatchObject({
      code: 'IDENTITY_HELD',
    })
    server.clock.advance(1)
    const later = await signedInAs(server, person.id)
    expect((await identitiesOf(later)).map(({ removableFrom }) => removableFrom)).toEqual([
      null,
      null,
    ])
    expect(await remove(later, first?.id)).toEqual({ status: 200 })
  })
})
