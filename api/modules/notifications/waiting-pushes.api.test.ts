import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Done } from '#shared/contract/common.ts'
import { NotificationSettings } from '#shared/contract/notifications.ts'
import { castVote } from '#tests/support/account-world.ts'
import { newcomer, signedInAs } from '#tests/support/crowd.ts'
import { runNotifications } from '#tests/support/push-person.ts'
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
})
