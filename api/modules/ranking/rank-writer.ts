import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { createRepeatingJob, type RepeatingJob } from '#api/infrastructure/repeating-job.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import type { RankStore } from './rank-store.ts'

const CHECK_EVERY_MS = 1_000
/** Pause after writing, in times of its duration: with a million people it takes seconds. */
const PAUSE = 4

interface RankWriterDeps {
  store: RankStore
  bus: Pick<AppEventBus, 'on' | 'publish'>
  clock: Clock
  log: Pick<Log, 'info' | 'error'>
}

/**
 * Writes the live rankings again after a settlement, a ban or an erasure, and when an account becomes old
 * enough; publishes `ranks`. Triggers record the changes in the database, so a crash loses none.
 */
export function createRankWriter({ store, bus, clock, log }: RankWriterDeps): RepeatingJob {
  let isWanted = true
  let checkAt = 0
  let pauseUntil = 0
  const want = () => {
    isWanted = true
  }
  bus.on('round', ({ event }) => event === 'settled' && want())
  bus.on('moderation', ({ target }) => target === 'user' && want())

  const write = async (shouldContinue: () => boolean) => {
    const started = clock.now()
    isWanted = false
    checkAt = started + MINUTE_MS
    const { changes, isDue } = await store.due(started)
    if (!isDue) return
    const names = await store.lists()
    for (const name of names) {
      if (!shouldContinue()) return want()
      const next = await store.write(name, started)
      if (next !== null) checkAt = Math.min(checkAt, next)
    }
    await store.finish(names, changes)
    const ended = clock.now()
    pauseUntil = ended + PAUSE * (ended - started)
    log.info({ lists: names.length, tookMs: ended - started }, 'ranks written')
    bus.publish('ranks', {})
  }

  const work = async (shouldContinue: () => boolean) => {
    try {
      await write(shouldContinue)
    } catch (error) {
      want()
      log.error({ err: error }, 'ranks could not be written; retrying')
    }
  }
  const isDue = () => {
    const now = clock.now()
    return now >= pauseUntil && (isWanted || now >= checkAt)
  }
  return createRepeatingJob({ clock, intervalMs: CHECK_EVERY_MS, work, isDue })
}
