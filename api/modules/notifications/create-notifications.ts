import { createSendPush } from '#api/modules/notifications/push/send-push.ts'
import { createVapidKey } from '#api/modules/notifications/push/vapid-key.ts'
import type { Infrastructure } from '#api/server/infrastructure.ts'
import { CONTACT } from '#shared/i18n/contact.ts'
import { createDeliveryStore } from './delivery-store.ts'
import { createFanout } from './fan-out.ts'
import { createFanoutStore } from './fan-out-store.ts'
import { createPushErasure } from './push-erasure.ts'
import { createPushMessages } from './push-message.ts'
import { createPusher } from './pusher.ts'
import { createNotificationsService } from './service.ts'

/** People in a batch. One of the embedded database holds the serving thread for about 10 ms. */
const BATCH_SIZES = { postgres: 500, pglite: 40 }

/** Creates the services of notifications, without starting the jobs. */
export function createNotifications({
  config,
  clock,
  log,
  database,
  secrets,
  pushFetch,
}: Pick<Infrastructure, 'config' | 'clock' | 'log' | 'database' | 'secrets' | 'pushFetch'>) {
  const key = createVapidKey(secrets.push, `mailto:${CONTACT}`)
  const send = createSendPush({ key, clock, fetch: pushFetch })
  const message = createPushMessages(config.publicUrl)
  return {
    service: createNotificationsService({ database, clock, publicKey: key.publicKey }),
    fanout: createFanout({
      store: createFanoutStore(database, BATCH_SIZES[database.kind]),
      clock,
      log,
    }),
    pusher: createPusher({
      store: createDeliveryStore(database, key.publicKey),
      send,
      message,
      clock,
      log,
    }),
    erasure: createPushErasure({ send, message, serverKey: key.publicKey, clock, log }),
  }
}
