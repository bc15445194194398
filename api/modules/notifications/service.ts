import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Sql } from '#api/infrastructure/database/sql.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { AccessTokenClaims } from '#api/modules/auth/access-token.ts'
import {
  areSubscriptionKeys,
  parsePushEndpoint,
} from '#api/modules/notifications/push/subscription.ts'
import type {
  NotificationList,
  NotificationSettings,
  NotificationSettingsBody,
  PushDeviceBody,
} from '#shared/contract/notifications.ts'
import { type BriefTime, nextBrief } from '#shared/rules/brief.ts'
import { timeZoneName } from '#shared/rules/quiet-hours.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import { createPushDeviceStore } from './device-store.ts'
import { publishAlerts } from './publish-alerts.ts'
import { createNotificationStore } from './store.ts'

const LIST_MAX = 100
/** A test that comes later would surprise. */
const TEST_MAX_MS = 5 * MINUTE_MS

interface NotificationsServiceDeps {
  database: Sql
  clock: Clock
  bus: Pick<AppEventBus, 'publish'>
  /** Sends the push messages that are due. */
  sendPush: () => Promise<void>
  /** VAPID key, base64url. */
  publicKey: string
}

/** @throws ApiError INVALID for an unknown time zone */
function knownTime(brief: BriefTime | null): BriefTime | null {
  if (brief === null) return null
  const zone = timeZoneName(brief.zone)
  if (zone === null) throw new ApiError('INVALID', { field: 'brief' })
  return { hour: brief.hour, zone }
}

export type NotificationsService = ReturnType<typeof createNotificationsService>

/** A person's notifications, their settings and the devices that get push messages. */
export function createNotificationsService(deps: NotificationsServiceDeps) {
  const { database, clock, bus, sendPush, publicKey } = deps
  const store = createNotificationStore(database)
  const devices = createPushDeviceStore(database)

  return {
    async list(userId: number): Promise<NotificationList> {
      const [items, unseen] = await Promise.all([
        store.list(userId, LIST_MAX),
        store.unseen(userId),
      ])
      return { unseen, items }
    },

    byIds: store.byIds,
    unseen: store.unseen,
    markSeen: store.markSeen,

    async settings({ id, sid }: AccessTokenClaims): Promise<NotificationSettings> {
      const [own, list] = await Promise.all([
        store.settings(id),
        devices.list(id, sid, clock.now()),
      ])
      return { ...own, publicKey, devices: list }
    },

    /** @throws ApiError INVALID for an unknown time zone, TOKEN_INVALID without account */
    async saveSettings(userId: number, settings: NotificationSettingsBody): Promise<void> {
      const { brief, ...others } = settings
      const wanted = brief === undefined ? undefined : knownTime(brief)
      const due = wanted ? nextBrief(clock.now(), wanted) : null
      const body = { ...others, ...(wanted !== undefined && { brief: wanted }) }
      if (!(await store.saveSettings(userId, body, due))) throw new ApiError('TOKEN_INVALID')
      if (settings.worth !== undefined) bus.publish('levels', { userId })
    },

    /**
     * Sends a test to the devices, open windows and apps of a person, also in their quiet hours.
     * @returns the number of devices that get a push message. @throws ApiError TOKEN_INVALID without account
     */
    async sendTest(userId: number): Promise<{ devices: number }> {
      const now = clock.now()
      const added = await store.addTest(userId, now, now + TEST_MAX_MS)
      if (!added) throw new ApiError('TOKEN_INVALID')
      publishAlerts(bus, [{ userId, id: added.id }])
      void sendPush()
      return { devices: added.devices }
    },

    /**
     * Registers the browser of a session. @throws ApiError INVALID for an unknown push service, key or
     * time zone, and for the subscription of another browser; NOT_FOUND for a renewal after its removal;
     * SESSION_REVOKED
     */
    async addDevice({ id: userId, sid }: AccessTokenClaims, body: PushDeviceBody): Promise<void> {
      const endpoint = parsePushEndpoint(body.endpoint)
      if (endpoint === null) throw new ApiError('INVALID', { field: 'endpoint' })
      if (!areSubscriptionKeys(body)) throw new ApiError('INVALID', { field: 'p256dh' })
      // A subscription with another key of the server gets no message.
      if (body.publicKey !== publicKey) throw new ApiError('INVALID', { field: 'publicKey' })
      const zone = timeZoneName(body.zone)
      if (zone === null) throw new ApiError('INVALID', { field: 'zone' })
      const device = { ...body, endpoint, zone, userId, sessionId: sid, now: clock.now() }
      if ((await devices.save(device)) !== null) return
      throw body.renews ? new ApiError('NOT_FOUND') : new ApiError('INVALID', { field: 'endpoint' })
    },

    /** @throws ApiError NOT_FOUND */
    async removeDevice(userId: number, id: number): Promise<void> {
      if (!(await devices.remove(userId, id))) throw new ApiError('NOT_FOUND')
    },
  }
}
