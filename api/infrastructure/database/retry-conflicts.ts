const ATTEMPTS = 3
/** Serialization failure and deadlock: the server has rolled back all of the work. */
const CONFLICTS = new Set<unknown>(['40001', '40P01'])

/**
 * Runs `work` again after a conflict with another transaction, three times at most. Without a pause: the
 * other one has ended, or holds locks on which the next attempt waits.
 */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isConflict = error instanceof Error && 'code' in error && CONFLICTS.has(error.code)
      if (!isConflict || attempt === ATTEMPTS) throw error
    }
  }
}
