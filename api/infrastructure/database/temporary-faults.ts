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

/**
 * SQLSTATEs of temporary faults: no connection, no resources (a full disk), a restart, a server that is
 * read-only during a switch to another one, a transaction that paused for too long, and conflicts that were
 * retried in vain.
 */
const TEMPORARY = '(08|53|57P|25006|25P03|40001|40P01)'
const TEMPORARY_CODE = new RegExp(
  `^(${TEMPORARY}|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|P1001|P1002|P1008|P1017|P2037)`,
)
// Prisma reports some of the server's codes only in its message.
const TEMPORARY_MESSAGE = new RegExp(
  `Connection terminated|is not queryable|Query read timeout|timeout exceeded when trying to connect|Can't reach database|Code: \`${TEMPORARY}`,
)

/** Whether an error means that the database cannot be reached for now, so that a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return TEMPORARY_CODE.test(code) || TEMPORARY_MESSAGE.test(`${error.name} ${error.message}`)
}
