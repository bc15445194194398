import type { Clock } from '#api/infrastructure/clock.ts'
import type { Sql } from '#api/infrastructure/database/sql.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { SendPush } from '#api/modules/notifications/push/send-push.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import type { Delivery } from './delivery-store.ts'
import { subscribedDevices } from './device-store.ts'
import type { createPushMessages } from './push-message.ts'

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
      const devices = await subscribedDevices(sql, { userId, serverKey, now })
      return devices.map((device) => ({
        ...device,
        notificationId: 0,
        attempts: 0,
        showsDirection: false,
        expires: now + DAY_MS,
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
