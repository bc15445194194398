import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Config } from '#api/infrastructure/config.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import type { Sql } from '#api/infrastructure/database/sql.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { createSendPush, type PushFetch } from '#api/modules/notifications/push/send-push.ts'
import { createVapidKey } from '#api/modules/notifications/push/vapid-key.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import { CONTACT } from '#shared/i18n/contact.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { createBriefStore } from './brief-store.ts'
import { createBriefs } from './briefs.ts'
import { createDeliveryStore } from './delivery-store.ts'
import { createFanout } from './fan-out.ts'
import { createFanoutStore } from './fan-out-store.ts'
import { createPushErasure } from './push-erasure.ts'
import { createPushMessages } from './push-message.ts'
import { createPusher } from './pusher.ts'
import { createNotificationsService } from './service.ts'
import { insertSecurityNotice, type SecurityNotice } from './store.ts'
import { createThreadNoticeStore } from './thread-notice-store.ts'
import { createThreadNotices } from './thread-notices.ts'

/** People in a batch. One of the embedded database holds the serving thread for about 10 ms. */
const BATCH_SIZES = { postgres: 500, pglite: 40 }
/** Push messages in a claim: as many as are sent in a quarter of a second. */
const CLAIM_SIZES = { postgres: 450, pglite: 40 }

interface NotificationsDeps {
  config: Pick<Config, 'publicUrl'>
  clock: Clock
  log: Log
  database: Database
  bus: Pick<AppEventBus, 'publish'>
  /** Text from which the VAPID key is derived. */
  secrets: { push: string }
  pushFetch: PushFetch
  /** The market and the rounds of the present. */
  summary: { current(): Promise<VoteSummary> }
}

export type Notifications = ReturnType<typeof createNotifications>

/** Creates the services of notifications, without starting the jobs. */
export function createNotifications(deps: NotificationsDeps) {
  const { config, clock, log, database, bus, secrets, pushFetch, summary } = deps
  const key = createVapidKey(secrets.push, `mailto:${CONTACT}`)
  const send = createSendPush({ key, clock, fetch: pushFetch })
  const message = createPushMessages(config.publicUrl)
  const deliveries = createDeliveryStore(database, key.publicKey)
  const fanoutStore = createFanoutStore(database, BATCH_SIZES[database.kind])
  const claimSize = CLAIM_SIZES[database.kind]
  const pusher = createPusher({ store: deliveries, send, message, clock, log, claimSize })
  return {
    service: createNotificationsService({
      database,
      clock,
      bus,
      sendPush: pusher.run,
      publicKey: key.publicKey,
    }),
    fanout: createFanout({ store: fanoutStore, bus, clock, log }),
    briefs: createBriefs({
      store: createBriefStore(database, BATCH_SIZES[database.kind]),
      summary,
      sendPush: pusher.run,
      bus,
      clock,
      log,
    }),
    threadNotices: createThreadNotices({
      store: createThreadNoticeStore(database, BATCH_SIZES[database.kind]),
      sendPush: pusher.run,
      bus,
      clock,
      log,
    }),
    pusher,
    deliveries,
    erasure: createPushErasure({ send, message, serverKey: key.publicKey, clock, log }),
  }
}

/** Messages to devices that are switched off longer are not sent. */
const PUSH_MAX_MS = DAY_MS

/**
 * Notifies every session and device of a person, in the caller's transaction.
 * @returns what the caller passes to `publishAlerts` after the commit
 */
export function notifyOfSecurity(
  sql: Sql,
  notice: SecurityNotice,
): Promise<{ userId: number; id: number }[]> {
  return insertSecurityNotice(sql, notice, notice.now + PUSH_MAX_MS)
}
