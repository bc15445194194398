import { isIos } from '#desktop/renderer/platform/browser-page.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { ApiFailure, dataOf } from '#desktop/shared/api-failure.ts'
import type { NotificationKind } from '#shared/contract/notifications.ts'
import { quietUntil } from '#shared/rules/quiet-hours.ts'
import { endSubscription } from './subscription.ts'

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

const toBase64Url = (key: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/**
 * Resolves once the service worker is active. Rejects when its installation fails, such as with a full disk:
 * `ready` would wait for ever.
 */
async function activeWorker(): Promise<ServiceWorkerRegistration> {
  const { installing } = await navigator.serviceWorker.register(WORKER)
  const failure = new Promise<never>((_resolve, reject) => {
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'redundant')
        reject(new Error('the service worker was not installed'))
    })
  })
  return Promise.race([navigator.serviceWorker.ready, failure])
}

/** Subscribes with the server's key, anew when it has changed. */
async function subscribe(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await activeWorker()
  const known = await pushManager.getSubscription()
  if (known && toBase64Url(known.options.applicationServerKey) === publicKey) return known
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

const isOwner = ({ platform }: Pick<Services, 'platform'>, userId: number) =>
  platform.preferences.read(OWNER_KEY) === String(userId)

const isPermitted = () => pushSupport() === 'ready' && Notification.permission === 'granted'

/** Whether the user has turned notifications on in this browser, as far as it knows. */
export function isPushOn(services: Pick<Services, 'platform'>, userId: number): boolean {
  return isOwner(services, userId) && isPermitted()
}

/**
 * Whether a push message of `kind` comes to this browser now. False without an answer of the server: a
 * notification that is shown twice is better than none.
 */
export async function isPushed(
  services: Pick<Services, 'api' | 'clock' | 'platform'>,
  userId: number,
  kind: NotificationKind,
): Promise<boolean> {
  if (!isPushOn(services, userId)) return false
  if (quietUntil(services.clock.now(), localZone()) !== null) return false
  try {
    const { devices, noPush = [] } = await dataOf(services.api.notifications.settings.get())
    return devices.some(({ current }) => current) && !noPush.some((off) => off === kind)
  } catch {
    return false
  }
}

/** Registers this browser for the present session, time zone, language and key of the server. */
async function register({ api, language }: PushServices, renews: boolean) {
  const { publicKey } = await dataOf(api.notifications.settings.get())
  const subscription = await subscribe(publicKey)
  const device = {
    endpoint: subscription.endpoint,
    p256dh: toBase64Url(subscription.getKey('p256dh')),
    auth: toBase64Url(subscription.getKey('auth')),
    publicKey,
    zone: localZone(),
    locale: language.store.getState().locale,
    ...(renews && { renews }),
  }
  await dataOf(api.notifications.devices.post(device))
}

/**
 * Asks for the permission, which needs a click, and registers this browser. @returns whether it was
 * granted. Rejects when the push service or the server fails.
 */
export async function turnOnPush(services: PushServices, userId: number): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await register(services, false)
  services.platform.preferences.write(OWNER_KEY, String(userId))
  return true
}

/** Ends the subscription of this browser; the push service then refuses messages to it. */
export async function turnOffPush({ platform }: Pick<Services, 'platform'>): Promise<void> {
  platform.preferences.remove(OWNER_KEY)
  await endSubscription()
}

/** Removes this browser at the server, which would send messages that nobody sees. */
async function removeThisDevice({ api }: PushServices): Promise<void> {
  const { devices } = await dataOf(api.notifications.settings.get())
  const current = devices.find((device) => device.current)
  if (current) await dataOf(api.notifications.devices({ id: current.id }).delete())
}

/**
 * Registers this browser again at a visit of its owner, unless that person has removed it, and removes it where
 * the permission was withdrawn. Asks for nothing. @returns whether it was removed
 */
export async function renewPush(services: PushServices, userId: number): Promise<boolean> {
  if (!isOwner(services, userId)) return false
  if (!isPermitted()) {
    await removeThisDevice(services)
    await turnOffPush(services)
    return true
  }
  try {
    await register(services, true)
  } catch (error) {
    if (!(error instanceof ApiFailure && error.code === 'NOT_FOUND')) throw error
    await turnOffPush(services)
  }
  return false
}
