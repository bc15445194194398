import { setImmediate as yieldThread } from 'node:timers/promises'
import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { createRepeatingJob, type RepeatingJob } from '#api/infrastructure/repeating-job.ts'
import {
  createWorker,
  type StartThread,
  sharedCopy,
  threadOf,
} from '#api/infrastructure/worker-thread.ts'
import { periodStart } from '#shared/rules/schedule.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import { CALL_BYTES, type PackedRound } from './call-groups.ts'
import type { ReturningStore } from './returning-store.ts'
import { findTwins, type TwinSearch } from './twin-search.ts'
import type { TwinStore } from './twin-store.ts'

const CHECK_EVERY_MS = 1_000
/** Votes in a batch. One of the embedded database holds the serving thread for a few milliseconds. */
const BATCH_SIZES = { postgres: 5_000, pglite: 500 }
/** Calls that are compared in a few milliseconds, less than the start of a thread costs. */
const MIN_CALLS_FOR_THREAD = 2_000
const LIMIT_MS = 10 * MINUTE_MS

export interface OverviewWriterDeps {
  twins: TwinStore
  returning: ReturningStore
  kind: keyof typeof BATCH_SIZES
  bus: Pick<AppEventBus, 'on'>
  clock: Clock
  log: Pick<Log, 'info' | 'error'>
  startThread?: StartThread<readonly PackedRound[], TwinSearch>
}

/** Searches in another thread, among a few calls in this. */
function createSearchThread({
  clock,
  startThread,
}: Pick<OverviewWriterDeps, 'clock' | 'startThread'>) {
  const { run, stop } = createWorker<readonly PackedRound[], TwinSearch>({
    clock,
    start: startThread ?? threadOf(new URL('./twin-worker.ts', import.meta.url)),
    concurrency: 1,
    maxWaiting: 1,
    busy: () => new Error('The thread that searches twins is loading, or has enough to do.'),
    nameOf: () => 'twins',
    limitMs: LIMIT_MS,
    idleMs: MINUTE_MS,
  })
  return {
    search: async (rounds: readonly PackedRound[], calls: number) =>
      calls < MIN_CALLS_FOR_THREAD ? findTwins(rounds) : run(rounds),
    stop,
  }
}

/**
 * Prepares what would take a request too long: twins after each settlement, and the people who called in both
 * of the last two closed rounds. It reads votes in batches by the index of their round, and locks none.
 */
export function createOverviewWriter(deps: OverviewWriterDeps): RepeatingJob {
  const { twins, returning, kind, bus, clock, log } = deps
  const thread = createSearchThread(deps)
  const batch = BATCH_SIZES[kind]
  let isWanted = true
  let checkAt = 0
  bus.on('round', () => {
    isWanted = true
  })

  /** Reads each batch of a range of ids. @returns whether it came to the end */
  const inBatches = async (
    { from, to }: { from: number; to: number },
    shouldContinue: () => boolean,
    read: (from: number, to: number) => Promise<void>,
  ): Promise<boolean> => {
    for (let start = from; start < to; start += batch) {
      if (!shouldContinue()) return false
      await read(start, Math.min(to, start + batch))
      if (start + batch < to) await yieldThread()
    }
    return true
  }

  const writeReturning = async (shouldContinue: () => boolean): Promise<boolean> => {
    const [last, before] = await returning.closed(periodStart(clock.now()))
    if (!last || !before) return true
    const stored = await returning.stored()
    if (stored?.last === last.id && stored.before === before.id) return true
    const range = { from: last.first_vote ?? 0, to: (last.last_vote ?? -1) + 1 }
    let both = 0
    const isWhole = await inBatches(range, shouldContinue, async (from, to) => {
      both += await returning.both(last, before, from, to)
    })
    if (isWhole) await returning.save({ last: last.id, before: before.id, both })
    return isWhole
  }

  const writeTwins = async (shouldContinue: () => boolean): Promise<boolean> => {
    const settledAt = await twins.due()
    if (settledAt === null) return true
    const started = clock.now()
    const packed: PackedRound[] = []
    let bytes = 0
    for (const { id, from, to } of await twins.rounds()) {
      const chunks: PackedRound['chunks'] = []
      const isWhole = await inBatches({ from, to }, shouldContinue, async (start, end) => {
        const calls = await twins.calls(id, start, end)
        if (calls === null) return
        chunks.push(sharedCopy(calls))
        bytes += calls.byteLength
      })
      if (!isWhole) return false
      packed.push({ chunks })
    }
    if (!shouldContinue()) return false
    const found = await thread.search(packed, bytes / CALL_BYTES)
    const now = clock.now()
    const computedAt = new Date(now).toISOString()
    await twins.save(found, { settledAt, computedAt, rounds: packed.length })
    const { accounts, total } = found
    log.info({ accounts, total, tookMs: now - started }, 'twins searched')
    return true
  }

  const work = async (shouldContinue: () => boolean) => {
    isWanted = false
    checkAt = clock.now() + MINUTE_MS
    try {
      const isWhole = (await writeReturning(shouldContinue)) && (await writeTwins(shouldContinue))
      if (!isWhole) isWanted = true
    } catch (error) {
      // A stop ends the thread, and its task with it.
      if (!shouldContinue()) isWanted = true
      else log.error({ err: error }, 'figures of the overview could not be prepared; retrying')
    }
  }
  const isDue = () => isWanted || clock.now() >= checkAt
  const job = createRepeatingJob({ clock, intervalMs: CHECK_EVERY_MS, work, isDue })
  return {
    ...job,
    async stop() {
      const stopped = job.stop()
      thread.stop()
      await stopped
    },
  }
}
