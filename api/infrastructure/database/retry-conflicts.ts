import { type Clock, systemClock } from '#api/infrastructure/clock.ts'
import { backoff } from '#shared/rules/backoff.ts'

const ATTEMPTS = 3
/** The other transaction must get the locks first: an attempt at once may meet it again. */
const FIRST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 50
/** Serialization failure and deadlock: the server has rolled back all of the work. */
const CONFLICTS = new Set<unknown>(['40001', '40P01'])

/** Runs `work` again after a conflict with another transaction, three times at most. */
export async function retryConflicts<T>(
  work: () => Promise<T>,
  clock: Clock = systemClock,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isConflict = error instanceof Error && 'code' in error && CONFLICTS.has(error.code)
      if (!isConflict || attempt === ATTEMPTS) throw error
      const pause = backoff(attempt, FIRST_PAUSE_MS, LONGEST_PAUSE_MS, Math.random)
      await new Promise<void>((resolve) => clock.after(pause, resolve))
    }
  }
}
