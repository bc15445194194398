import { createHash } from 'node:crypto'
import type { AppEventBus } from '#api/events.ts'
import { type Clock, every } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { HOUR_MS } from '#shared/rules/schedule.ts'
import type { RecentView, ViewedKind, ViewStore } from './store.ts'

const FLUSH_EVERY_MS = 2_000
/** Views that may wait; more than this in two seconds are not people. */
const WAITING_MAX = 20_000

export interface ViewCounter {
  /** Notes that `viewer` (a user id, or a guest's address and browser) looked at a post. */
  see(kind: ViewedKind, postId: number, viewer: string): void
  /** Writes what is waiting. */
  flush(): Promise<void>
  start(): void
  stop(): Promise<void>
  /** Writes that failed, and the views that were lost with them or were too many to wait. */
  stats(): { failures: number; lost: number }
}

interface CounterParts {
  store: ViewStore
  bus: AppEventBus
  clock: Clock
  log: Log
  /** Keys the hash of viewers, so that stored marks cannot be turned back into addresses. */
  secret: string
}

/** Counts views, once per viewer, post and hour, written together every two seconds. */
export function createViewCounter({ store, bus, clock, log, secret }: CounterParts): ViewCounter {
  let waiting = new Map<string, RecentView>()
  let flushing: Promise<void> = Promise.resolve()
  let lastForgotten = 0
  let failures = 0
  let lost = 0
  let stopFlushing = () => {}

  const write = async (marks: RecentView[]) => {
    for (const kind of ['vote', 'post'] as const) {
      const own = marks.filter((mark) => mark.kind === kind)
      if (own.length > 0 && (await store.count(kind, own)) > 0) {
        bus.publish('views', { votes: kind === 'vote', posts: kind === 'post' })
      }
    }
    if (clock.now() - lastForgotten > HOUR_MS) {
      lastForgotten = clock.now()
      await store.forgetBefore(clock.now() - 2 * HOUR_MS)
    }
  }

  const flush = () => {
    flushing = flushing.then(async () => {
      if (waiting.size === 0) return
      const marks = [...waiting.values()]
      waiting = new Map()
      try {
        await write(marks)
      } catch (error) {
        failures += 1
        lost += marks.length
        log.error({ err: error, lost: marks.length }, 'views could not be counted')
      }
    })
    return flushing
  }

  return {
    see(kind, postId, viewer) {
      if (waiting.size >= WAITING_MAX) {
        lost += 1
        return
      }
      const hour = Math.floor(clock.now() / HOUR_MS) * HOUR_MS
      const digest = createHash('sha256').update(`${secret} ${viewer}`).digest()
      const mark = { kind, postId, viewer: digest, hour }
      waiting.set(`${kind} ${postId} ${hour} ${digest.toString('base64')}`, mark)
    },
    flush,
    start() {
      stopFlushing = every(clock, FLUSH_EVERY_MS, () => void flush())
    },
    async stop() {
      stopFlushing()
      await flush()
    },
    stats: () => ({ failures, lost }),
  }
}
