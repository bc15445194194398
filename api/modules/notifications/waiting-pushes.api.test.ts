import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Done } from '#shared/contract/common.ts'
import { NotificationSettings } from '#shared/contract/notifications.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { SavedReply } from '#shared/contract/replies.ts'
import { castVote } from '#tests/support/account-world.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { newAdmin, newcomer, signedInAs } from '#tests/support/crowd.ts'
import { addPushDevice, runNotifications } from '#tests/support/push-person.ts'
import { type PushService, pushService } from '#tests/support/push-service.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

describe('push messages that wait for the end of quiet hours', () => {
  let server: TestServer
  let service: PushService

  beforeEach(async () => {
    service = pushService()
    server = await startTestServer({ pushFetch: service.fetch })
  })
  afterEach(() => server.stop())

  const sentTo = (endpoint: string) =>
    service.received.filter((push) => push.endpoint === endpoint).map(({ text }) => text)

  test('are not shown to the next person of the same browser', async () => {
    const subscription = service.subscribe()
    const turnOn = async ({ api }: Person) => {
      const { publicKey } = await api.get(NotificationSettings, '/notifications/settings')
      const body = { ...subscription, publicKey, zone: 'Europe/London', locale: 'en-US' }
      await api.call(Done, 'POST', '/notifications/devices', body)
    }
    const [mina, joe] = [await newcomer(server, 'Mina'), await newcomer(server, 'Joe')]
    await turnOn(mina)
    await castVote(server, mina)
    await server.jump('2026-11-26T00:00:03.000Z')
    await runNotifications(server)
    await server.services.sessions.close(mina.refreshToken)
    await turnOn(await signedInAs(server, joe.id))
    await server.jump('2026-11-26T08:00:00.000Z')
    await runNotifications(server)
    expect(sentTo(subscription.endpoint)).toEqual([])
  })

  test('are not sent to remind a person of a call that would be a second one', async () => {
    const late = await newcomer(server, 'Late')
    // Its quiet hours end at 23:15 UTC.
    const endpoint = await addPushDevice(late, service, 'Australia/Eucla')
    await server.jump('2026-11-22T23:10:00.000Z')
    await server.services.notifications.fanout.run()
    const { accounts, account, identities } = server.services
    const identity = {
      issuer: 'https://crowd.example',
      subject: 'left',
      email: 'left@crowd.example',
      givenName: 'Left',
      method: 'local' as const,
    }
    const left = await signedInAs(server, await accounts.signIn(identity))
    await castVote(server, left)
    await account.delete(left.id, claimsOf(left.token).nickname)
    await identities.link(late.id, identity)
    await server.jump('2026-11-22T23:16:00.000Z')
    await server.services.notifications.pusher.run()
    // The notice of the new sign-in method is sent all the same.
    expect(sentTo(endpoint).filter((text) => text.includes('Last hour'))).toEqual([])
  })

  interface Thread {
    reader: Person
    replier: Person
    post: number
    reply: number
  }
  const changes = {
    'of a muted thread': ({ reader, post }: Thread) =>
      reader.api.call(Done, 'PUT', `/threads/post/${post}/follow`, { follow: 'mute' }),
    'by a person who is blocked': ({ reader, replier }: Thread) =>
      reader.api.call(Done, 'PUT', `/blocks/${claimsOf(replier.token).uniqueCode}`, {}),
    'of a deleted reply': ({ replier, reply }: Thread) =>
      replier.api.call(Done, 'DELETE', `/replies/${reply}`),
    'of a hidden reply': async ({ reply }: Thread) => {
      const admin = await newAdmin(server, 'Admin')
      const body = { act: 'hide', target: 'reply', targetId: reply, reason: 'spam' }
      await admin.api.call(Done, 'POST', '/moderation/acts', body)
    },
  }
  test.each(Object.entries(changes))('are not sent %s', async (_name, change) => {
    await server.jump('2026-11-21T15:00:00Z')
    const [reader, replier] = [await newcomer(server, 'Reader'), await newcomer(server, 'Replier')]
    const endpoint = await addPushDevice(reader, service, 'Asia/Seoul')
    const body = { content: '<p>A post</p>' }
    const { id } = await reader.api.call(CreatePostReply, 'POST', '/posts/frees', body)
    const path = `/posts/frees/${id}/replies`
    const { reply } = await replier.api.call(SavedReply, 'POST', path, { content: 'Some words' })
    await server.services.notifications.threadNotices.run()
    await server.services.notifications.pusher.run()
    await change({ reader, replier, post: id, reply: reply.id })
    await server.jump('2026-11-21T23:00:00Z')
    await server.services.notifications.pusher.run()
    expect(sentTo(endpoint)).toEqual([])
  })
})
