import type { Clock } from '#api/infrastructure/clock.ts'
import { createRepeatingJob, type RepeatingJob } from '#api/infrastructure/repeating-job.ts'
import { periodEnd } from '#shared/rules/schedule.ts'
import { openRounds, type Settled, type SweepDeps, sweepRounds } from './sweep.ts'

/** Sweeps of rounds. A stop ends the one in progress after its current ledger batch. */
export interface Sweeper extends RepeatingJob {
  /** Opens due rounds, which requests need, without the rest of a sweep. Never rejects. */
  open(): Promise<void>
  onSettled(listener: (settled: Settled) => void): void
  /**
   * Rounds that wait for a price, failed sweeps, and the time of the last one without a failure;
   * whether the due rounds were opened once.
   */
  stats(): { waiting: number; failures: number; lastSweepAt: number | null; hasOpened: boolean }
}

const CHECK_EVERY_MS = 1_000
/** Interval of sweeps without due work, because another instance may have changed the database. */
const SWEEP_EVERY_MS = 60_000

/**
 * Checks every second whether a sweep is due: a period has ended, a round waits for its price, or a minute
 * has passed. Polls instead of setting a timer, so that it catches up after sleep.
 */
export function createSweeper(deps: SweepDeps, clock: Clock): Sweeper {
  let waiting = 0
  let failures = 0
  let lastSweepAt: number | null = null
  let hasFailed = false
  let hasOpened = false
  const listeners: ((settled: Settled) => void)[] = []
  const onSettled = (settled: Settled) => {
    for (const listener of listeners) listener(settled)
  }

  const open = async () => {
    try {
      await openRounds(deps, clock.now())
      hasOpened = true
    } catch (error) {
      failures += 1
      deps.log.error({ err: error }, 'rounds could not be opened; retrying')
    }
  }

  const sweep = async (shouldContinue: () => boolean) => {
    const now = clock.now()
    try {
      const swept = await sweepRounds({ ...deps, onSettled, shouldContinue }, clock)
      waiting = swept.waiting
      hasFailed = swept.failed > 0
      hasOpened = true
    } catch (error) {
      hasFailed = true
      deps.log.error({ err: error }, 'sweep failed; retrying')
    }
    if (hasFailed) failures += 1
    else lastSweepAt = now
  }

  const isDue = () => {
    const now = clock.now()
    return (
      lastSweepAt === null ||
      hasFailed ||
      waiting > 0 ||
      now >= periodEnd(lastSweepAt) ||
      now - lastSweepAt >= SWEEP_EVERY_MS ||
      now < lastSweepAt
    )
  }

  const job = createRepeatingJob({ clock, intervalMs: CHECK_EVERY_MS, work: sweep, isDue })

  return {
    ...job,
    open,
    onSettled: (listener) => {
      listeners.push(listener)
    },
    stats: () => ({ waiting, failures, lastSweepAt, hasOpened }),
  }
}
