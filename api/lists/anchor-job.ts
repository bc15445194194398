import { type Clock, every } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { PagedList } from './store.ts'

const EXTEND_EVERY_MS = 60_000

export interface AnchorJob {
  /** Extends the anchors of every list now. */
  run(): Promise<void>
  start(): void
  stop(): Promise<void>
}

/** Extends the anchors of long lists, once a minute, a little at a time. */
export function createAnchorJob(
  lists: readonly Pick<PagedList<unknown>, 'extendAnchors'>[],
  clock: Clock,
  log: Log,
): AnchorJob {
  let running: Promise<void> = Promise.resolve()
  let stopWaiting = () => {}
  const run = () => {
    running = running.then(async () => {
      try {
        for (const list of lists) await list.extendAnchors()
      } catch (error) {
        log.warn({ err: error }, 'list anchors could not be extended; pages are slower until then')
      }
    })
    return running
  }
  return {
    run,
    start() {
      stopWaiting = every(clock, EXTEND_EVERY_MS, () => void run())
    },
    async stop() {
      stopWaiting()
      await running
    },
  }
}
