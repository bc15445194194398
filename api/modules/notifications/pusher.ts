import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { createRepeatingJob } from '#api/infrastructure/repeating-job.ts'
import type { SendPush } from '#api/modules/notifications/push/send-push.ts'
import { quietUntil } from '#shared/rules/quiet-hours.ts'
import type { Delivery, DeliveryStore, Postponed } from './delivery-store.ts'
import type { createPushMessages } from './push-message.ts'

const CHECK_EVERY_MS = 5_000
/** Claims processed at once: while one waits for the database or for its last replies, the other sends. */
const CONCURRENT_CLAIMS = 2
/**
 * Requests in progress per claim: push services answer in tens of milliseconds. Bun runs 256 requests at
 * once and lets others wait, such as those to exchanges and sign-in providers; 32 are left to them.
 */
const CONCURRENCY = 112
const MAX_ATTEMPTS = 6
const FIRST_RETRY_MS = 30_000

interface PusherDeps {
  store: DeliveryStore
  send: SendPush
  message: ReturnType<typeof createPushMessages>
  clock: Clock
  log: Log
  /** Messages of one claim, of which a crash may lose two. */
  claimSize: number
}

/**
 * Creates what a sender awaits before each message: a turn of the event loop of its own, because all
 * senders in one turn would hold the thread for as long as their messages take to encrypt.
 */
function createTurns(): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)))
    return last
  }
}

/**
 * Sends due push messages. A message is taken from the queue before it is sent, and put back only when
 * the push service refused it for now, so nobody gets it twice. All instances may send at once.
 */
export function createPusher({ store, send, message, clock, log, claimSize }: PusherDeps) {
  const counts = { sent: 0, gone: 0, failed: 0, postponed: 0 }
  const turn = createTurns()
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
      while (deliveries.length > 0) {
        await turn()
        const next = deliveries.shift()
        if (!next) return
        const later = shouldContinue() ? await deliver(next) : { ...next, due: clock.now() }
        if (later) postponed.push(later)
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, sender))
    await store.postpone(postponed)
  }

  /** Claims and sends until nothing is due. */
  const sendDue = async (shouldContinue: () => boolean) => {
    for (let isMore = true; isMore && shouldContinue(); ) {
      const now = clock.now()
      const claimed = await store.claim(now, claimSize, ({ zone, facts: { kind } }) =>
        // A takeover does not wait for the morning, and whoever asks for a test is awake.
        kind === 'security' || kind === 'test' ? null : quietUntil(now, zone),
      )
      await deliverAll(claimed.deliveries, shouldContinue)
      isMore = claimed.isMore
    }
  }

  const work = async (shouldContinue: () => boolean) => {
    const runs = Array.from({ length: CONCURRENT_CLAIMS }, () => sendDue(shouldContinue))
    for (const run of await Promise.allSettled(runs)) {
      if (run.status === 'fulfilled') continue
      failures += 1
      log.error({ err: run.reason }, 'push messages were not sent; retrying')
    }
  }

  return {
    ...createRepeatingJob({ clock, intervalMs: CHECK_EVERY_MS, work }),
    stats: () => ({ ...counts, failures }),
  }
}
