import { setImmediate as yieldThread } from 'node:timers/promises'
import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { createRepeatingJob } from '#api/infrastructure/repeating-job.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { publishAlerts } from './publish-alerts.ts'
import type { ThreadNoticeStore } from './thread-notice-store.ts'

const CHECK_EVERY_MS = 3_000
/** Messages to devices that are switched off longer are not sent. */
const PUSH_MAX_MS = DAY_MS

interface ThreadNoticesDeps {
  store: ThreadNoticeStore
  /** Sends due push messages. */
  sendPush: () => Promise<void>
  bus: Pick<AppEventBus, 'publish'>
  clock: Clock
  log: Log
}

/**
 * Notifies people of the replies of their threads, of each thread at most once in ten minutes. Only the owner
 * of the job lock runs it; two owners may overlap.
 */
export function createThreadNotices({ store, sendPush, bus, clock, log }: ThreadNoticesDeps) {
  let failures = 0

  const work = async (shouldContinue: () => boolean) => {
    try {
      while (shouldContinue()) {
        const now = clock.now()
        const notified = await store.runBatch(now, now + PUSH_MAX_MS)
        if (notified === null) return
        publishAlerts(bus, notified)
        if (notified.length > 0) void sendPush()
        await yieldThread()
      }
    } catch (error) {
      failures += 1
      log.error({ err: error }, 'people were not notified of replies; retrying')
    }
  }

  return {
    ...createRepeatingJob({ clock, intervalMs: CHECK_EVERY_MS, work }),
    stats: () => ({ failures }),
  }
}
