/**
 * The only place in the server that tells the time. Everything else is handed a Clock, so tests can
 * move it over a period end without waiting for one.
 */
export interface Clock {
  /** Now, in epoch milliseconds (UTC). */
  now(): number
  /** Calls `task` once after `milliseconds`; the returned function cancels it. */
  after(milliseconds: number, task: () => void): () => void
}

/** The clock of a real process. Pending tasks never keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, task) => {
    const timer = setTimeout(task, milliseconds)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** Calls `task` every `milliseconds` until the returned function is called. */
export function every(clock: Clock, milliseconds: number, task: () => void): () => void {
  let stopped = false
  let cancel = () => {}
  const arm = () => {
    cancel = clock.after(milliseconds, () => {
      if (stopped) return
      task()
      if (!stopped) arm()
    })
  }
  arm()
  return () => {
    stopped = true
    cancel()
  }
}
