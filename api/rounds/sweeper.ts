import { type Clock, every } from '#api/infrastructure/clock.ts'
import { noSpan } from '#api/infrastructure/tracing/tracing.ts'
import { periodEnd } from '#shared/rules/schedule.ts'
import { type Settled, type SweepParts, sweepRounds } from './sweep.ts'

export interface Sweeper {
  /** Runs a sweep now, or joins the one that is running and then runs another. */
  run(): Promise<void>
  start(): void
  /** Ends what is running; a settlement after the batch that it is at, for the next one to go on. */
  stop(): Promise<void>
  /** Calls `listener` for each round that this process settles from now on. */
  onSettled(listener: (settled: Settled) => void): void
  /** Rounds that lack a price they should have, sweeps that failed, and the last good one. */
  stats(): { waiting: number; failures: number; lastSweepAt: number | null }
}

const LOOK_EVERY_MS = 1_000
/** Even with nothing known to be due, the database is looked at: another process may have changed it. */
const SWEEP_EVERY_MS = 60_000

/**
 * Looks each second whether a sweep is due: a period has ended, a round waits for its price, or a
 * minute has passed. It is no timer to the instant: after sleep or a stopped process the first look
 * catches up.
 */
export function createSweeper(parts: SweepParts, clock: Clock, inSpan = noSpan): Sweeper {
  let waiting = 0
  let failures = 0
  let lastSweepAt: number | null = null
  let running: Promise<void> | null = null
  let stopLooking = () => {}
  let isStopping = false
  const goesOn = () => !isStopping
  const listeners: ((settled: Settled) => void)[] = []
  const onSettled = (settled: Settled) => {
    for (const listener of listeners) listener(settled)
  }

  const sweep = async () => {
    const now = clock.now()
    try {
      waiting = await inSpan('sweep', () => sweepRounds({ ...parts, onSettled, goesOn }, now))
      lastSweepAt = now
    } catch (error) {
      failures += 1
      parts.log.error({ err: error }, 'sweep failed; it is tried again')
    }
  }

  const run = (): Promise<void> => {
    const previous = running
    const own = (previous ?? Promise.resolve()).then(sweep).finally(() => {
      if (running === own) running = null
    })
    running = own
    return own
  }

  const isDue = (now: number) =>
    lastSweepAt === null ||
    waiting > 0 ||
    now >= periodEnd(lastSweepAt) ||
    now - lastSweepAt >= SWEEP_EVERY_MS ||
    now < lastSweepAt

  return {
    run,
    start() {
      stopLooking = every(clock, LOOK_EVERY_MS, () => {
        if (!running && isDue(clock.now())) void run()
      })
    },
    async stop() {
      stopLooking()
      isStopping = true
      await running
      isStopping = false
    },
    onSettled: (listener) => {
      listeners.push(listener)
    },
    stats: () => ({ waiting, failures, lastSweepAt }),
  }
}
