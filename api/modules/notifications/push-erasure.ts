import type { Clock } from '#api/infrastructure/clock.ts'
import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { SendPush } from '#api/modules/notifications/push/send-push.ts'
import { isLocale } from '#shared/i18n/locale.ts'
import { DAY_MS } from '#shared/rules/schedule.ts'
import type { Delivery } from './delivery-store.ts'
import type { createPushMessages } from './push-message.ts'

const DEVICES = statement(
  `SELECT d.id, d.endpoint, d.p256dh, d.auth, d.server_key, d.zone, d.locale
  FROM push_device d JOIN session s ON s.id = d.session_id
  WHERE d.user_id = $1 AND s.revoked IS NULL AND s.expires > $2`,
  {
    id: column.int,
    endpoint: column.text,
    p256dh: column.text,
    auth: column.text,
    server_key: column.text,
    zone: column.text,
    locale: column.text,
  },
)

interface PushErasureDeps {
  send: SendPush
  message: ReturnType<typeof createPushMessages>
  /** The server's public key, which browsers subscribed with. */
  serverKey: string
  clock: Clock
  log: Log
}

export type PushErasure = ReturnType<typeof createPushErasure>

/**
 * Tells the devices of a person that the account was deleted. Their rows go with the account, so they are
 * read in its transaction, and the messages do not pass through the queue.
 */
export function createPushErasure({ send, message, serverKey, clock, log }: PushErasureDeps) {
  return {
    /** Messages to the devices that have not signed out at `now` (epoch ms). */
    async prepare(sql: Sql, userId: number, now: number): Promise<Delivery[]> {
      const rows = await sql.query(DEVICES, [userId, new Date(now)])
      const subscribed = rows.filter((row) => row.server_key === serverKey)
      return subscribed.map((row) => ({
        notificationId: 0,
        deviceId: row.id,
        attempts: 0,
        expires: now + DAY_MS,
        to: { endpoint: row.endpoint, p256dh: row.p256dh, auth: row.auth },
        zone: row.zone,
        locale: isLocale(row.locale) ? row.locale : 'en-US',
        facts: {
          kind: 'security',
          round: null,
          vote: null,
          season: null,
          security: { act: 'delete', provider: null },
        },
      }))
    },

    /** Sends them once the deletion is certain. Never rejects. */
    async send(deliveries: readonly Delivery[]): Promise<void> {
      await Promise.all(
        deliveries.map(async (delivery) => {
          const outcome = await send(delivery.to, message(delivery, clock.now()))
          if (outcome.result === 'sent' || outcome.result === 'gone') return
          log.warn({ result: outcome.result }, 'a device was not told of the deletion')
        }),
      )
    },
  }
}
