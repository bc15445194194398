import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { statement } from '#api/infrastructure/database/sql.ts'
import { Done } from '#shared/contract/common.ts'
import {
  NotificationList,
  NotificationSettings,
  TestReply,
  UnseenCount,
} from '#shared/contract/notifications.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { DEFAULT_KINDS } from '#shared/rules/notification-kinds.ts'
import { castVote } from '#tests/support/account-world.ts'
import { newcomer, signedInAs } from '#tests/support/crowd.ts'
import { addPushDevice, runNotifications } from '#tests/support/push-person.ts'
import { type PushService, pushService } from '#tests/support/push-service.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

const SETTLED = '2026-11-26T00:00:03.000Z'
const CLOSING = '2026-11-22T23:10:00.000Z'
const LIVE_TARGET = '2026-11-26T00:00:00.000Z'

let server: TestServer
let service: PushService
let mina: Person

beforeEach(async () => {
  service = pushService()
  server = await startTestServer({ pushFetch: service.fetch })
  mina = await newcomer(server, 'Mina')
})
afterEach(() => server.stop())

/** Access tokens last ten minutes. */
const again = async (person: Person) => {
  person.api = (await signedInAs(server, person.id)).api
}
const listOf = async (person: Person) => {
  await again(person)
  return person.api.get(NotificationList, '/notifications')
}
const jump = async (instant: string) => {
  await server.jump(instant)
  await runNotifications(server)
}
const save = (settings: object, { api } = mina) =>
  api.call(Done, 'PUT', '/notifications/settings', settings)
const settingsOf = ({ api }: Person) => api.get(NotificationSettings, '/notifications/settings')
const textsOf = (endpoint: string) =>
  service.received
    .filter((push) => push.endpoint === endpoint)
    .map(({ text }): string => JSON.parse(text).notification.title)

describe('a settlement', () => {
  test('reaches list and device once, however often the jobs run', async () => {
    const endpoint = await addPushDevice(mina, service)
    const voteId = await castVote(server, mina)
    await jump(SETTLED)
    await runNotifications(server)
    await jump('2026-11-26T02:00:00.000Z')
    const { unseen, items } = await listOf(mina)
    expect(unseen).toBe(1)
    expect(items).toMatchObject([
      {
        kind: 'settled',
        isNew: true,
        round: {
          refDate: '2026-11-19T00:00:00.000Z',
          targetDate: LIVE_TARGET,
          refPrice: expect.stringMatching(/^\d+\.\d+$/),
        },
        vote: { id: voteId, direction: 'up' },
        season: null,
      },
    ])
    expect(service.received).toHaveLength(1)
    const { notification, web_push } = JSON.parse(service.received[0]?.text ?? '')
    expect(web_push).toBe(8030)
    const tag = 'settled-2026-11-19'
    expect(notification).toMatchObject({ lang: 'en-US', tag, renotify: true })
    expect(notification.navigate).toEndWith(`/vote/view/${voteId}`)
    expect(textsOf(endpoint)[0]).toMatch(/^Your call was (right|wrong): [+−]\d+ points$/)
  })

  test('is no news to whoever voted "Unknown", nobody signed in, or switched it off', async () => {
    const [unsure, away, off] = await Promise.all(
      ['Unsure', 'Away', 'Off'].map((name) => newcomer(server, name)),
    )
    if (!unsure || !away || !off) throw new Error('nobody signed in')
    const body = { targetDate: LIVE_TARGET, vote: 'unknown', content: '' }
    await unsure.api.raw('POST', '/votes', { body })
    for (const person of [away, off]) await castVote(server, person)
    await save({ settled: false }, off)
    await away.api.raw('POST', '/account/sessions/end-all', { body: {} })
    await jump(SETTLED)
    for (const person of [unsure, away, off]) expect((await listOf(person)).items).toEqual([])
  })

  test('waits on a device for the end of its quiet hours', async () => {
    const seoul = await addPushDevice(mina, service, 'Asia/Seoul', 'ko-KR')
    const joe = await newcomer(server, 'Joe')
    const london = await addPushDevice(joe, service, 'Europe/London')
    for (const person of [mina, joe]) await castVote(server, person)
    await jump(SETTLED)
    expect(textsOf(seoul)[0]).toStartWith('예측이')
    expect((await listOf(joe)).unseen).toBe(1)
    await jump('2026-11-26T07:59:59.000Z')
    expect(textsOf(london)).toEqual([])
    await jump('2026-11-26T08:00:00.000Z')
    expect(textsOf(london)).toHaveLength(1)
    expect(textsOf(seoul)).toHaveLength(1)
  })

  test('is pushed to no device of an ended session', async () => {
    const endpoint = await addPushDevice(mina, service)
    await castVote(server, mina)
    await server.services.sessions.close(mina.refreshToken)
    await signedInAs(server, mina.id)
    await jump(SETTLED)
    expect((await listOf(mina)).unseen).toBe(1)
    expect(textsOf(endpoint)).toEqual([])
  })
})

describe('a push service', () => {
  test.each([404, 410])('that answers %d ends the subscription', async (status) => {
    const endpoint = await addPushDevice(mina, service)
    service.reply(endpoint, () => new Response(null, { status }))
    await castVote(server, mina)
    await jump(SETTLED)
    await again(mina)
    const { devices } = await settingsOf(mina)
    expect(devices).toEqual([])
  })

  test('that asks to wait gets the message later, once', async () => {
    const endpoint = await addPushDevice(mina, service)
    let refusals = 0
    const tooMany = () => new Response(null, { status: 429, headers: { 'retry-after': '600' } })
    service.reply(endpoint, () => {
      refusals += 1
      return tooMany()
    })
    await castVote(server, mina)
    await jump(SETTLED)
    await jump('2026-11-26T00:10:02.000Z')
    expect(refusals).toBe(1)
    service.reply(endpoint, () => new Response(null, { status: 201 }))
    await jump('2026-11-26T00:10:03.000Z')
    await jump('2026-11-26T01:00:00.000Z')
    expect(server.services.notifications.pusher.stats()).toMatchObject({ sent: 1, postponed: 1 })
  })

  test('that refuses for a day is given up', async () => {
    const endpoint = await addPushDevice(mina, service)
    let refusals = 0
    service.reply(endpoint, () => {
      refusals += 1
      return new Response(null, { status: 503 })
    })
    await castVote(server, mina)
    await jump(SETTLED)
    for (let hour = 1; hour < 24; hour++) {
      await jump(`2026-11-26T${String(hour).padStart(2, '0')}:00:00.000Z`)
    }
    // 23:00 to 08:00 in Seoul is 14:00 to 23:00 UTC.
    expect(refusals).toBe(6)
    expect(server.services.notifications.pusher.stats()).toMatchObject({ sent: 0, failed: 1 })
  })
})

describe('the last hour of a round', () => {
  test('is news to those who have not called, until they do', async () => {
    const [done, late] = [await newcomer(server, 'Done'), await newcomer(server, 'Late')]
    const [own, other] = [
      await addPushDevice(mina, service, 'UTC'),
      // Its quiet hours end at 23:15 UTC.
      await addPushDevice(late, service, 'Australia/Eucla'),
    ]
    await castVote(server, done)
    await server.jump('2026-11-22T22:59:00.000Z')
    await runNotifications(server)
    expect((await listOf(mina)).items).toEqual([])
    await server.jump(CLOSING)
    await server.services.notifications.fanout.run()
    await again(late)
    await castVote(server, late)
    await jump('2026-11-22T23:16:00.000Z')
    expect((await listOf(mina)).items).toMatchObject([{ kind: 'closing', vote: null }])
    expect((await listOf(done)).items).toEqual([])
    // The own quiet hours last longer than the round, and the other has called meanwhile.
    await jump('2026-11-23T08:00:00.000Z')
    expect([...textsOf(own), ...textsOf(other)]).toEqual([])
  })

  test('is pushed outside quiet hours', async () => {
    const endpoint = await addPushDevice(mina, service, 'Asia/Seoul')
    await jump(CLOSING)
    expect(textsOf(endpoint)).toEqual(['Last hour to make your call'])
  })
})

test('a new round is news to those who asked for it', async () => {
  const joe = await newcomer(server, 'Joe')
  await save({ opened: true })
  await jump('2026-11-23T00:00:10.000Z')
  expect((await listOf(mina)).items).toMatchObject([
    { kind: 'opened', round: { refDate: '2026-11-23T00:00:00.000Z' } },
  ])
  expect((await listOf(joe)).items).toEqual([])
})

test('the result of a season is news to those in it', async () => {
  const { database } = server.infrastructure
  const endpoint = await addPushDevice(mina, service)
  await database.query(
    statement(`INSERT INTO season (season, frozen_at, ranked_members) VALUES ('2026Q3', $1, 2)`),
    [new Date(server.clock.now())],
  )
  await database.query(
    statement(`INSERT INTO season_result
      (season, rank, user_id, points, settled, calls, right_calls, implied_ppm)
      VALUES ('2026Q3', 1, NULL, 9, 8, 8, 4, 4000000), ('2026Q3', 2, $1, 7, 8, 8, 4, 4000000)`),
    [mina.id],
  )
  await runNotifications(server)
  await runNotifications(server)
  expect((await listOf(mina)).items).toMatchObject([
    { kind: 'season', round: null, season: { season: '2026Q3', rank: 2, rankedMembers: 2 } },
  ])
  expect(textsOf(endpoint)).toEqual(['Season 2026 Q3 is final: rank 2 of 2'])
})

test('what was seen is counted no more, and an id of the future marks nothing', async () => {
  await castVote(server, mina)
  await mina.api.call(Done, 'POST', '/notifications/seen', { id: 2_000_000_000 })
  await jump(SETTLED)
  const { items } = await listOf(mina)
  expect(await mina.api.get(UnseenCount, '/notifications/unseen')).toEqual({ unseen: 1 })
  await mina.api.call(Done, 'POST', '/notifications/seen', { id: items[0]?.id ?? 0 })
  expect(await mina.api.get(UnseenCount, '/notifications/unseen')).toEqual({ unseen: 0 })
  expect((await listOf(mina)).items).toMatchObject([{ isNew: false }])
})

test('notifications are removed after 90 days', async () => {
  await castVote(server, mina)
  await jump(SETTLED)
  server.clock.jump('2027-02-24T00:00:00.000Z')
  await server.services.notifications.fanout.sweep()
  expect((await listOf(mina)).items).toHaveLength(1)
  server.clock.jump('2027-02-24T00:00:10.000Z')
  await server.services.notifications.fanout.sweep()
  expect((await listOf(mina)).items).toEqual([])
})

test('other spellings of a subscription are one device', async () => {
  const subscription = service.subscribe()
  const { publicKey } = await settingsOf(mina)
  const { host } = new URL(subscription.endpoint)
  const upper = subscription.endpoint.replace(host, host.toUpperCase())
  for (const endpoint of [subscription.endpoint, upper, `${subscription.endpoint}#x`]) {
    // A session of its own, or its earlier device would be replaced.
    const { api } = await signedInAs(server, mina.id)
    const body = { ...subscription, endpoint, publicKey, zone: 'UTC', locale: 'en-US' }
    await api.call(Done, 'POST', '/notifications/devices', body)
  }
  const { devices } = await settingsOf(mina)
  expect(devices).toHaveLength(1)
})

test('a removed device gets nothing and stays removed at its next visit, until it is turned on again', async () => {
  const subscription = service.subscribe()
  const { publicKey } = await settingsOf(mina)
  const body = { ...subscription, publicKey, zone: 'UTC', locale: 'en-US' }
  const devices = async () => (await settingsOf(mina)).devices
  const save = (renews: boolean) =>
    mina.api.raw('POST', '/notifications/devices', { body: { ...body, renews } })
  expect((await save(true)).status).toBe(200)
  const id = (await devices())[0]?.id
  await mina.api.call(Done, 'DELETE', `/notifications/devices/${id}`)
  expect(await devices()).toEqual([])
  expect(await mina.api.refusal('DELETE', `/notifications/devices/${id}`)).toBe('404 NOT_FOUND')
  expect((await save(true)).status).toBe(404)
  expect((await save(false)).status).toBe(200)
  expect((await save(true)).status).toBe(200)
  expect(await devices()).toMatchObject([{ id, current: true }])
  await mina.api.call(Done, 'DELETE', `/notifications/devices/${id}`)
  await castVote(server, mina)
  await jump(SETTLED)
  expect(textsOf(subscription.endpoint)).toEqual([])
})

const ALERTS = {
  level: '{"level": "60000", "side": "above", "price": "60001", "note": "", "sound": null}',
  reply:
    '{"target": "post", "threadId": 1, "replyId": 1, "replies": 1, "mentions": 0, "authorId": 1}',
  security: null,
}
/** Adds notifications of a kind with messages that are due. */
const addDue = ({ id }: Person, kind: keyof typeof ALERTS, count: number) => {
  const alert = ALERTS[kind]
  return server.infrastructure.database.script(`WITH added AS (
      INSERT INTO notification (user_id, kind, act, alert, created)
      SELECT ${id}, '${kind}', ${kind === 'security' ? "'link'" : null},
        ${alert && `'${alert}'::jsonb`}, now() FROM generate_series(1, ${count}) RETURNING id)
    INSERT INTO push_delivery (notification_id, device_id, due, expires)
    SELECT a.id, d.id, '2020-01-01Z', '2030-01-01Z' FROM added a, push_device d
    WHERE d.user_id = ${id}`)
}

test('a device gets at most twelve messages a day, and every notice of security', async () => {
  const person = await newcomer(server, 'Watcher')
  const endpoint = await addPushDevice(person, service)
  const add = (kind: 'level' | 'security', count: number) => addDue(person, kind, count)
  const sent = () => textsOf(endpoint).length
  await server.jump('2026-11-21T03:00:00Z')
  await add('level', 8)
  await runNotifications(server)
  await add('level', 8)
  await add('security', 3)
  await runNotifications(server)
  expect(sent()).toBe(12 + 3)
  await server.jump('2026-11-22T03:00:00Z')
  await add('level', 1)
  await runNotifications(server)
  expect(sent()).toBe(12 + 3 + 1)
})

test('messages of threads take six of the twelve at most, whatever comes first', async () => {
  const person = await newcomer(server, 'Follower')
  const endpoint = await addPushDevice(person, service)
  const body = { content: '<p>A post</p>' }
  const { id } = await mina.api.call(CreatePostReply, 'POST', '/posts/frees', body)
  await mina.api.raw('POST', `/posts/frees/${id}/replies`, { body: { content: 'Some words' } })
  const counts = () => {
    const texts = service.received.filter((push) => push.endpoint === endpoint)
    const threads = texts.filter(({ text }) => text.includes('"tag":"thread-'))
    return { threads: threads.length, others: texts.length - threads.length }
  }
  await server.jump('2026-11-21T03:00:00Z')
  await addDue(person, 'reply', 20)
  await runNotifications(server)
  expect(counts()).toEqual({ threads: 6, others: 0 })
  await addDue(person, 'level', 2)
  await runNotifications(server)
  await addDue(person, 'reply', 1)
  await addDue(person, 'level', 9)
  await runNotifications(server)
  expect(counts()).toEqual({ threads: 6, others: 6 })
  // The oldest are due first, and those of threads are cut first.
  await server.jump('2026-11-22T03:00:00Z')
  await addDue(person, 'reply', 20)
  await addDue(person, 'level', 4)
  await runNotifications(server)
  expect(counts()).toEqual({ threads: 6 + 2, others: 6 + 4 })
})

test('a switch changes alone, so that another device does not turn it back', async () => {
  const kinds = async () => (await settingsOf(mina)).kinds
  await save({ opened: true })
  expect(await kinds()).toEqual({ ...DEFAULT_KINDS, opened: true })
  await save({ closing: false })
  await save({ mention: false })
  expect(await kinds()).toEqual({ ...DEFAULT_KINDS, opened: true, closing: false, mention: false })
})

test('a kind kept out of push messages is in the list only, and the other places stay as they are', async () => {
  const endpoint = await addPushDevice(mina, service)
  await castVote(server, mina)
  await save({ noPush: ['settled'], noDesktop: ['flip'], worth: -40 })
  await save({ showsDirection: true })
  const own = await settingsOf(mina)
  expect(own).toMatchObject({ noPush: ['settled'], noDesktop: ['flip'], worth: -40 })
  await jump(SETTLED)
  expect((await listOf(mina)).items).toMatchObject([{ kind: 'settled' }])
  expect(textsOf(endpoint)).toEqual([])
  await save({ noPush: [], worth: null })
  const after = await settingsOf(mina)
  expect(after).toMatchObject({ noPush: [], noDesktop: ['flip'], worth: null })
})

test.each([
  { noPush: ['security'] },
  { worth: 2001 },
  { worth: 0.5 },
  { noDesktop: ['flip', 'flip'] },
])('refuses %j', async (settings) => {
  const reply = await mina.api.raw('PUT', '/notifications/settings', { body: settings })
  expect(reply.status).toBe(422)
})

test('a test reaches the list and each device, also in quiet hours and beyond the daily limit', async () => {
  const endpoint = await addPushDevice(mina, service)
  await server.jump('2026-11-21T16:00:00Z')
  await again(mina)
  const send = () => mina.api.call(TestReply, 'POST', '/notifications/test', {})
  for (let time = 0; time < 13; time++) expect(await send()).toEqual({ devices: 1 })
  await runNotifications(server)
  expect(textsOf(endpoint)).toEqual(Array.from({ length: 13 }, () => 'This is a test'))
  expect((await listOf(mina)).items[0]).toMatchObject({ kind: 'test', isNew: true })
})
