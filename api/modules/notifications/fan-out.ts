import { setImmediate as yieldThread } from 'node:timers/promises'
import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { createRepeatingJob } from '#api/infrastructure/repeating-job.ts'
import { liveRound, roundAt } from '#shared/rules/schedule.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'
import type { Fanout, FanoutStore } from './fan-out-store.ts'
import { publishAlerts } from './publish-alerts.ts'

const CHECK_EVERY_MS = 5_000
/** Events of a longer outage, or from before an upgrade, get no notifications. */
const MAX_AGE_MS = 12 * HOUR_MS
/** A reminder in the last minutes comes too late to call. */
const CLOSING_MIN_MS = 5 * 60_000
const PUSH_MAX_MS = DAY_MS
/** Later the price is elsewhere. */
const FLIP_MAX_MS = 4 * HOUR_MS
const RETENTION_MS = 90 * DAY_MS
const DELETE_ROWS = 500

interface FanoutDeps {
  store: FanoutStore
  bus: Pick<AppEventBus, 'publish'>
  clock: Clock
  log: Log
}

/** Epoch milliseconds until which the fan-out is of use: later it notifies nobody, and its pushes lapse. */
function expiresOf({ kind, refDate, flipped }: Fanout, now: number): number {
  if (flipped !== null) return flipped + FLIP_MAX_MS
  if (refDate === null || kind === 'settled' || kind === 'season') return now + PUSH_MAX_MS
  const { closesAt } = roundAt(refDate)
  return kind === 'closing' ? closesAt - CLOSING_MIN_MS : closesAt - HOUR_MS
}

/**
 * Creates the notifications of rounds and seasons in batches. Idempotent: resumes after a crash, and
 * processes may overlap.
 */
export function createFanout({ store, bus, clock, log }: FanoutDeps) {
  let failures = 0

  const work = async (shouldContinue: () => boolean) => {
    try {
      const now = clock.now()
      const { refDate, closesAt } = liveRound(now)
      const closingRefDate = closesAt - now <= HOUR_MS ? refDate : null
      await store.createDue({ since: now - MAX_AGE_MS, closingRefDate })
      while (shouldContinue()) {
        const notified = await store.runBatch(now, (of) => expiresOf(of, now))
        if (notified === null) return
        publishAlerts(bus, notified)
        await yieldThread()
      }
    } catch (error) {
      failures += 1
      log.error({ err: error }, 'notifications were not created; retrying')
    }
  }

  return {
    ...createRepeatingJob({ clock, intervalMs: CHECK_EVERY_MS, work }),
    stats: () => ({ failures }),
    /** Deletes notifications past their retention. */
    async sweep(): Promise<void> {
      const until = clock.now() - RETENTION_MS
      while ((await store.deleteOld(until, DELETE_ROWS)) === DELETE_ROWS) await yieldThread()
    },
  }
}
