import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Done } from '#shared/contract/common.ts'
import { NotificationList } from '#shared/contract/notifications.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { SavedReply } from '#shared/contract/replies.ts'
import { NEWCOMER_REPLIES_A_DAY, NOTICE_PAUSE_MS, REPLY_PAUSE_MS } from '#shared/rules/reply.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { newcomer, signedInAs } from '#tests/support/crowd.ts'
import { addPushDevice } from '#tests/support/push-person.ts'
import { type PushService, pushService } from '#tests/support/push-service.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

const ACCOUNTS = 50
/** Push messages of threads that a device gets on a day. */
const PUSH_LIMIT = 6

describe('a flood of 50 new accounts', () => {
  let server: TestServer
  let service: PushService
  let victim: Person
  let endpoint: string
  let flood: Person[]

  const renew = async (person: Person) => {
    person.api = (await signedInAs(server, person.id)).api
  }
  const postOf = async ({ api }: Person, title: string) =>
    (await api.call(CreatePostReply, 'POST', '/posts/suggestions', { content: `<p>${title}</p>` }))
      .id
  const pathOf = (post: number) => `/posts/suggestions/${post}/replies`
  const notify = async () => {
    await server.services.notifications.threadNotices.run()
    await server.services.notifications.pusher.run()
  }
  const noticesOf = async ({ api }: Person) =>
    (await api.get(NotificationList, '/notifications')).items.flatMap(({ thread }) => thread ?? [])
  const pushed = () => service.received.filter((one) => one.endpoint === endpoint)

  beforeAll(async () => {
    service = pushService()
    server = await startTestServer({ pushFetch: service.fetch })
    victim = await newcomer(server, 'Victim')
    endpoint = await addPushDevice(victim, service, 'America/New_York')
    flood = await Promise.all(
      Array.from({ length: ACCOUNTS }, (_, index) => newcomer(server, `Flood ${index}`)),
    )
  })
  afterAll(() => server.stop())

  test('gives its target one notice in ten minutes, and none is lost', async () => {
    const post = await postOf(victim, 'Target')
    for (const round of [0, 1]) {
      for (const { api } of flood) {
        await api.call(SavedReply, 'POST', pathOf(post), { content: `flood ${round}` })
      }
      server.clock.advance(REPLY_PAUSE_MS)
    }
    await notify()
    server.clock.advance(NOTICE_PAUSE_MS)
    await renew(victim)
    await notify()
    const notices = await noticesOf(victim)
    expect(notices.length).toBeLessThanOrEqual(2)
    expect(notices.reduce((sum, { replies }) => sum + replies, 0)).toBe(2 * ACCOUNTS)
    expect(pushed().length).toBe(notices.length)
  })

  test('mentions one person in many threads, who gets six messages a day and can stop it', async () => {
    const code = claimsOf(victim.token).uniqueCode
    const before = pushed().length
    const spammers = flood.slice(0, 30)
    const posts: number[] = []
    for (const spammer of spammers) {
      server.clock.advance(REPLY_PAUSE_MS)
      await renew(spammer)
      const post = await postOf(spammer, `Bait ${posts.length}`)
      await spammer.api.call(SavedReply, 'POST', pathOf(post), { content: `look @${code}` })
      posts.push(post)
    }
    await notify()
    await renew(victim)
    const notices = (await noticesOf(victim)).filter(({ mentions }) => mentions > 0)
    expect(notices.map(({ id }) => id).sort((a, b) => a - b)).toEqual(posts)
    expect(pushed().length).toBe(PUSH_LIMIT)
    expect(before).toBeLessThan(PUSH_LIMIT)

    const [blocked, other] = spammers
    const [muted = 0] = posts.slice(1)
    if (!blocked || !other) throw new Error('nobody floods')
    await victim.api.call(Done, 'PUT', `/blocks/${claimsOf(blocked.token).uniqueCode}`, {})
    await victim.api.call(Done, 'PUT', `/threads/post/${muted}/follow`, { follow: 'mute' })
    server.clock.advance(NOTICE_PAUSE_MS)
    for (const [person, post] of [
      [blocked, posts[0] ?? 0],
      [other, muted],
    ] as const) {
      await renew(person)
      await person.api.call(SavedReply, 'POST', pathOf(post), { content: `again @${code}` })
    }
    await notify()
    await renew(victim)
    expect((await noticesOf(victim)).filter(({ mentions }) => mentions > 0)).toHaveLength(30)
  })

  test('ends for each of them after ten replies a day', async () => {
    const [last] = flood.slice(-1)
    if (!last) throw new Error('nobody floods')
    const post = await postOf(victim, 'Patient')
    const codes: string[] = []
    for (let reply = 0; reply <= NEWCOMER_REPLIES_A_DAY; reply++) {
      server.clock.advance(REPLY_PAUSE_MS)
      await renew(last)
      const body = { content: `patient ${reply}` }
      const { status } = await last.api.raw('POST', pathOf(post), { body })
      codes.push(status === 200 ? 'ok' : await last.api.refusal('POST', pathOf(post), body))
    }
    // Two of the ten were written above.
    expect(codes.filter((code) => code === 'ok')).toHaveLength(NEWCOMER_REPLIES_A_DAY - 2)
    expect(codes.at(-1)).toBe('429 REPLY_LIMIT')
  })
})
