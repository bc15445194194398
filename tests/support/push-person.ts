import { Done } from '#shared/contract/common.ts'
import { NotificationSettings } from '#shared/contract/notifications.ts'
import type { PushService } from './push-service.ts'
import type { Person, TestServer } from './test-server.ts'

/** Registers a new browser of a person for push messages. @returns its endpoint */
export async function addPushDevice(
  { api }: Pick<Person, 'api'>,
  service: PushService,
  zone = 'Asia/Seoul',
  locale = 'en-US',
): Promise<string> {
  const subscription = service.subscribe()
  const { publicKey } = await api.get(NotificationSettings, '/notifications/settings')
  const body = { ...subscription, publicKey, zone, locale }
  await api.call(Done, 'POST', '/notifications/devices', body)
  return subscription.endpoint
}

/** Creates and sends what is due, as the jobs do every few seconds. */
export async function runNotifications({ services }: Pick<TestServer, 'services'>): Promise<void> {
  await services.notifications.fanout.run()
  await services.notifications.pusher.run()
}
