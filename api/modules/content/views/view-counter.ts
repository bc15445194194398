import { createHash } from 'node:crypto'
import type { AppEventBus } from '#api/events.ts'
import { type Clock, every } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import type { RecentView, ViewStore, ViewTarget } from './store.ts'

const FLUSH_EVERY_MS = 2_000
/** Maximum buffered views; more within two seconds are not human. */
const BUFFER_MAX = 20_000
/** From the start of their hour: views are buffered, and the clocks of instances differ. */
const RETENTION_MS = 2 * HOUR_MS

export interface ViewCounter {
  /** Buffers a view. `viewer` is a user id, or a guest's address group. */
  add(target: ViewTarget, id: number, viewer: string): void
  /** Writes the buffered views. */
  flush(): Promise<void>
  start(): void
  stop(): Promise<void>
  /** Deletes the views of past hours, with which no later one is compared. */
  deleteOld(): Promise<void>
  /** Failed writes, and views lost by them or by a full buffer. */
  stats(): { failures: number; lost: number }
}

interface ViewCounterDeps {
  store: ViewStore
  bus: Pick<AppEventBus, 'publish'>
  clock: Clock
  log: Log
  /** Key of the viewer hash, so that stored hashes cannot be reversed to addresses. */
  secret: string
}

/** Counts views once per viewer, target and hour, written in batches every two seconds. */
export function createViewCounter({
  store,
  bus,
  clock,
  log,
  secret,
}: ViewCounterDeps): ViewCounter {
  let buffer = new Map<string, RecentView>()
  let flushing: Promise<void> = Promise.resolve()
  let failures = 0
  let lost = 0
  let stopFlushing = () => {}

  const write = async (views: RecentView[]) => {
    for (const target of ['vote', 'post'] as const) {
      const own = views.filter((view) => view.target === target)
      if (own.length > 0 && (await store.count(target, own)) > 0) {
        bus.publish('views', { votes: target === 'vote', posts: target === 'post' })
      }
    }
  }

  const flush = () => {
    flushing = flushing.then(async () => {
      if (buffer.size === 0) return
      const views = [...buffer.values()]
      buffer = new Map()
      try {
        await write(views)
      } catch (error) {
        failures += 1
        lost += views.length
        log.error({ err: error, lost: views.length }, 'views could not be counted')
      }
    })
    return flushing
  }

  return {
    add(target, id, viewer) {
      if (buffer.size >= BUFFER_MAX) {
        lost += 1
        return
      }
      const hour = Math.floor(clock.now() / HOUR_MS) * HOUR_MS
      const digest = createHash('sha256').update(`${secret} ${viewer}`).digest()
      const key = `${target} ${id} ${hour} ${digest.toString('base64')}`
      buffer.set(key, { target, id, viewer: digest, hour })
    },
    flush,
    start() {
      stopFlushing = every(clock, FLUSH_EVERY_MS, () => void flush())
    },
    async stop() {
      stopFlushing()
      await flush()
    },
    deleteOld: () => store.deleteBefore(clock.now() - RETENTION_MS),
    stats: () => ({ failures, lost }),
  }
}
