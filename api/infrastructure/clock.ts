/** Time is injected everywhere, so that tests can move it. Only this file reads the system clock. */
export interface Clock {
  /** Now, in epoch milliseconds (UTC). */
  now(): number
  /** Calls `task` once after `milliseconds`; returns the function that cancels it. */
  after(milliseconds: number, task: () => void): () => void
}

/** The system clock. Pending tasks do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, task) => {
    const timer = setTimeout(task, milliseconds)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** Keeps the process alive, which pending tasks of the clock do not. */
export function keepAlive(): void {
  setInterval(() => {}, 2 ** 31 - 1)
}

/** Calls `task` every `milliseconds` until the returned function is called. */
export function every(clock: Clock, milliseconds: number, task: () => void): () => void {
  let stopped = false
  let cancel = () => {}
  const schedule = () => {
    cancel = clock.after(milliseconds, () => {
      if (stopped) return
      task()
      if (!stopped) schedule()
    })
  }
  schedule()
  return () => {
    stopped = true
    cancel()
  }
}

/** Waits for `work` at most `ms` and returns whether it resolved in time; rejects when it does. */
export async function within(clock: Clock, ms: number, work: Promise<unknown>): Promise<boolean> {
  let cancel = () => {}
  const limit = new Promise<false>((resolve) => {
    cancel = clock.after(ms, () => resolve(false))
  })
  try {
    return await Promise.race([work.then(() => true), limit])
  } finally {
    cancel()
  }
}
