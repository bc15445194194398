import type { Clock } from '#api/infrastructure/clock.ts'

/** Time between two messages about renames, ms: every open page fetches its lists upon each. */
const PAUSE_MS = 5_000

/**
 * Publishes the first rename of a burst at once, and the rest together: a message makes pages fetch the names of
 * all users, so one with the last user announces all of them.
 */
export function createRenames(clock: Clock, publish: (userId: number) => void) {
  let isPausing = false
  let last: number | null = null

  const onRename = (userId: number): void => {
    if (isPausing) {
      last = userId
      return
    }
    publish(userId)
    isPausing = true
    clock.after(PAUSE_MS, () => {
      isPausing = false
      if (last === null) return
      const renamed = last
      last = null
      onRename(renamed)
    })
  }
  return onRename
}
