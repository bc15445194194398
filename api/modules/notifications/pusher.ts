import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { createRepeatingJob } from '#api/infrastructure/repeating-job.ts'
import type { SendPush } from '#api/modules/notifications/push/send-push.ts'
import { quietUntil } from '#shared/rules/quiet-hours.ts'
import type { Delivery, DeliveryStore, Postponed } from './delivery-store.ts'
import type { createPushMessages } from './push-message.ts'

const CHECK_EVERY_MS = 5_000
/** Messages of one claim, which a crash may lose. */
const CLAIM_SIZE = 100
/** Requests in progress: push services answer in tens of milliseconds. */
const CONCURRENCY = 16
const MAX_ATTEMPTS = 6
const FIRST_RETRY_MS = 30_000

interface PusherDeps {
  store: DeliveryStore
  send: SendPush
  message: ReturnType<typeof createPushMessages>
  clock: Clock
  log: Log
}

/** Lets timers and requests run: each message takes about a millisecond to encrypt. */
const pause = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Sends due push messages. A message is taken from the queue before it is sent, and put back only when
 * the push service refused it for now, so nobody gets it twice. Processes may overlap.
 */
export function createPusher({ store, send, message, clock, log }: PusherDeps) {
  const counts = { sent: 0, gone: 0, failed: 0, postponed: 0 }
  let failures = 0

  /** @returns the message to be sent again later, if so */
  const deliver = async (delivery: Delivery): Promise<Postponed | null> => {
    const { to, deviceId, attempts, expires } = delivery
    const now = clock.now()
    const outcome = await send(to, message(delivery, now))
    if (outcome.result === 'sent') counts.sent += 1
    if (outcome.result === 'gone') {
      counts.gone += 1
      await store.deleteDevice(deviceId, to.endpoint).catch((error: unknown) => {
        log.warn({ err: error }, 'a push device was not removed')
      })
    }
    if (outcome.result === 'failed') {
      counts.failed += 1
      const { host } = new URL(to.endpoint)
      log.warn({ host, reason: outcome.reason }, 'a push message was not accepted')
    }
    if (outcome.result !== 'later') return null
    const wait = Math.max(outcome.afterMs ?? 0, FIRST_RETRY_MS * 2 ** attempts)
    const due = clock.now() + wait
    if (attempts + 1 >= MAX_ATTEMPTS || due >= expires) {
      counts.failed += 1
      return null
    }
    counts.postponed += 1
    return { ...delivery, attempts: attempts + 1, due }
  }

  /** Sends claimed messages, several at once. What a stop leaves unsent goes back into the queue. */
  const deliverAll = async (deliveries: Delivery[], shouldContinue: () => boolean) => {
    const postponed: Postponed[] = []
    const sender = async () => {
      for (;;) {
        await pause()
        const next = deliveries.shift()
        if (!next) return
        const later = shouldContinue() ? await deliver(next) : { ...next, due: clock.now() }
        if (later) postponed.push(later)
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, sender))
    await store.postpone(postponed)
  }

  const work = async (shouldContinue: () => boolean) => {
    try {
      for (let isMore = true; isMore && shouldContinue(); ) {
        const now = clock.now()
        const claimed = await store.claim(now, CLAIM_SIZE, ({ zone, facts }) =>
          // A takeover does not wait for the morning.
          facts.kind === 'security' ? null : quietUntil(now, zone),
        )
        await deliverAll(claimed.deliveries, shouldContinue)
        isMore = claimed.isMore
      }
    } catch (error) {
      failures += 1
      log.error({ err: error }, 'push messages were not sent; retrying')
    }
  }

  return {
    ...createRepeatingJob({ clock, intervalMs: CHECK_EVERY_MS, work }),
    stats: () => ({ ...counts, failures }),
  }
}
