import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { createRepeatingJob, type RepeatingJob } from '#api/infrastructure/repeating-job.ts'
import { createWorker, type StartThread, threadOf } from '#api/infrastructure/worker-thread.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time.ts'
import type { OpenSeries } from './past-market.ts'
import type { RecordToRotate, RotationStore } from './rotation-store.ts'
import type { RoundToTest, SkillStore } from './skill-store.ts'
import { runSkillTask, type SkillTask } from './skill-tasks.ts'

const CHECK_EVERY_MS = 1_000
/** Ids of votes in a batch, which holds the thread of the embedded database for about 50 ms. */
const VOTES_AT_ONCE = 500
/** Records in a batch, each with its calls. */
const RECORDS_AT_ONCE = 50
/** A task of fewer votes takes about a millisecond, less than the start of a thread costs. */
const MIN_VOTES_FOR_THREAD = 100
/** Candles for the volatility of 60 days, with room for gaps. */
const SERIES_DAYS = 75
const LIMIT_MS = 60_000

export interface SkillWriterDeps {
  store: SkillStore
  rotations: RotationStore
  bus: Pick<AppEventBus, 'on' | 'publish'>
  clock: Clock
  log: Pick<Log, 'info' | 'error'>
  startThread?: StartThread<SkillTask, number[]>
}

/** Runs tasks in another thread, small ones in this. */
function createSkillThread({ clock, startThread }: Pick<SkillWriterDeps, 'clock' | 'startThread'>) {
  const { run, stop } = createWorker<SkillTask, number[]>({
    clock,
    start: startThread ?? threadOf(new URL('./skill-worker.ts', import.meta.url)),
    concurrency: 1,
    maxWaiting: 1,
    busy: () => new Error('The thread of the skill test is loading, or has enough to do.'),
    nameOf: ({ kind }) => kind,
    limitMs: LIMIT_MS,
    idleMs: LIMIT_MS,
  })
  return {
    compute: async (task: SkillTask, votes: number) =>
      votes < MIN_VOTES_FOR_THREAD ? runSkillTask(task) : run(task),
    stop,
  }
}

/**
 * Computes the skill test after each settlement: what every vote of a round adds to the variance of its
 * person's points, then the rotation of records that are far from luck. Each batch is one transaction and
 * what is written is never read again, so a crash repeats at most one. Publishes `ranks`.
 */
export function createSkillWriter(deps: SkillWriterDeps): RepeatingJob {
  const { store, rotations, bus, clock, log } = deps
  const thread = createSkillThread(deps)
  let isWanted = true
  let checkAt = 0
  bus.on('round', ({ event }) => {
    if (event === 'settled') isWanted = true
  })

  /** @returns whether the round is done */
  const test = async (due: RoundToTest, shouldContinue: () => boolean): Promise<boolean> => {
    const { round, before, refDate } = due
    if (round) {
      const { source, targetDate } = round
      const series = await rotations.opens(source, refDate - SERIES_DAYS * DAY_MS, targetDate)
      for (let from = due.from; from < due.to; from += VOTES_AT_ONCE) {
        if (!shouldContinue()) return false
        const votes = await store.votes(due, from, Math.min(due.to, from + VOTES_AT_ONCE))
        if (votes.length === 0) continue
        const bare = votes.map(({ call, carried, earlier }) => ({ call, carried, earlier }))
        const task = { kind: 'variance' as const, series, round, before, votes: bare }
        await store.save(due.season, votes, await thread.compute(task, votes.length))
      }
    }
    await store.finish(due.id, clock.now())
    return true
  }

  const rotate = async (
    records: readonly RecordToRotate[],
    seriesOf: (source: string) => Promise<OpenSeries>,
  ) => {
    const calls = await rotations.calls([...new Set(records.map(({ userId }) => userId))])
    const series = new Map<string, OpenSeries>()
    for (const source of new Set(calls.map(({ round }) => round.source))) {
      series.set(source, await seriesOf(source))
    }
    const people = records.map(({ userId, list, points }) => ({
      side: points < 0 ? (-1 as const) : (1 as const),
      calls: calls
        .filter((each) => each.userId === userId && (list === 'all' || each.season === list))
        .map(({ round, call }) => ({ round, call })),
    }))
    const task = { kind: 'rotation' as const, series, people }
    await rotations.save(records, await thread.compute(task, calls.length))
  }

  const write = async (shouldContinue: () => boolean) => {
    const started = clock.now()
    isWanted = false
    checkAt = started + MINUTE_MS
    let [rounds, rotated] = [0, 0]
    for (let due = await store.dueRound(); due; due = await store.dueRound()) {
      if (!(await test(due, shouldContinue))) break
      rounds += 1
    }
    const known = new Map<string, OpenSeries>()
    const seriesOf = async (source: string) => {
      const series = known.get(source) ?? (await rotations.opens(source, 0, started))
      known.set(source, series)
      return series
    }
    for (;;) {
      if (!shouldContinue()) {
        isWanted = true
        break
      }
      const records = await rotations.records(RECORDS_AT_ONCE)
      if (records.length === 0) break
      await rotate(records, seriesOf)
      rotated += records.length
    }
    if (rounds + rotated === 0) return
    log.info({ rounds, rotated, tookMs: clock.now() - started }, 'skill tests written')
    bus.publish('ranks', {})
  }

  const work = async (shouldContinue: () => boolean) => {
    try {
      await write(shouldContinue)
    } catch (error) {
      isWanted = true
      log.error({ err: error }, 'skill tests could not be written; retrying')
    }
  }
  const isDue = () => isWanted || clock.now() >= checkAt
  const job = createRepeatingJob({ clock, intervalMs: CHECK_EVERY_MS, work, isDue })
  return {
    ...job,
    async stop() {
      await job.stop()
      thread.stop()
    },
  }
}
