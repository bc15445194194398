import { isIos } from '#desktop/renderer/platform/browser-page.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'

/** Abilities of this browser; `ios` can after an installation only. */
export type PushSupport = 'ready' | 'denied' | 'ios' | 'unsupported'

type PushServices = Pick<Services, 'api' | 'platform' | 'language'>

/** The user who turned notifications on in this browser. */
const OWNER_KEY = 'pushUser'
const WORKER = '/sw.js'

export function pushSupport(): PushSupport {
  const isSupported =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isSupported) return isIos() ? 'ios' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'ready'
}

export const localZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The subscription of this browser; null without one. */
async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

const toBase64Url = (key: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Subscribes with the server's key, anew when it has changed. */
async function subscribe(publicKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(WORKER)
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  if (known && toBase64Url(known.options.applicationServerKey) === publicKey) return known
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** Whether the user has turned notifications on in this browser, as far as it knows. */
export function isPushOn({ platform }: Pick<Services, 'platform'>, userId: number): boolean {
  if (platform.preferences.read(OWNER_KEY) !== String(userId)) return false
  return pushSupport() === 'ready' && Notification.permission === 'granted'
}

/** Registers this browser for the present session, time zone, language and key of the server. */
async function register({ api, language }: PushServices) {
  const { publicKey } = await dataOf(api.notifications.settings.get())
  const subscription = await subscribe(publicKey)
  const device = {
    endpoint: subscription.endpoint,
    p256dh: toBase64Url(subscription.getKey('p256dh')),
    auth: toBase64Url(subscription.getKey('auth')),
    publicKey,
    zone: localZone(),
    locale: language.store.getState().locale,
  }
  await dataOf(api.notifications.devices.post(device))
}

/**
 * Asks for the permission, which needs a click, and registers this browser. @returns whether it was
 * granted. Rejects when the push service or the server fails.
 */
export async function turnOnPush(services: PushServices, userId: number): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await register(services)
  services.platform.preferences.write(OWNER_KEY, String(userId))
  return true
}

/** Ends the subscription of this browser; the push service then refuses messages to it. */
export async function turnOffPush({ platform }: Pick<Services, 'platform'>): Promise<void> {
  platform.preferences.remove(OWNER_KEY)
  await (await currentSubscription())?.unsubscribe()
}

/** Registers this browser again at a visit of its owner. Asks for nothing. */
export async function renewPush(services: PushServices, userId: number): Promise<void> {
  if (isPushOn(services, userId)) await register(services)
}
