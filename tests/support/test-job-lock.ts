import type { JobLock } from '#api/infrastructure/job-lock.ts'

/** A job lock controlled by a test. */
export interface TestJobLock extends JobLock {
  /** Calls the listeners when it changes. */
  turn(isHeld: boolean): void
}

/** Creates a job lock that is held from the start or not. */
export function testJobLock(start: boolean): TestJobLock {
  const listeners = new Set<(isHeld: boolean) => void>()
  let held = start
  return {
    isHeld: () => held,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async start() {},
    async stop() {},
    turn: (isHeld) => {
      if (isHeld === held) return
      held = isHeld
      for (const listener of listeners) listener(isHeld)
    },
  }
}

/**
 * Creates the job locks of `count` instances: the first one that starts holds it, and one that stops
 * passes it on.
 */
export function sharedJobLocks(count: number): TestJobLock[] {
  const started = new Set<TestJobLock>()
  return Array.from({ length: count }, () => {
    const lock: TestJobLock = {
      ...testJobLock(false),
      async start() {
        started.add(lock)
        if (![...started].some(({ isHeld }) => isHeld())) lock.turn(true)
      },
      async stop() {
        const wasHeld = lock.isHeld()
        started.delete(lock)
        lock.turn(false)
        if (wasHeld) [...started][0]?.turn(true)
      },
    }
    return lock
  })
}
